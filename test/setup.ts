import { RE2JS } from 're2js';
import { setPatternEngine } from '../src/core/model/pattern.ts';

// The command line and the library load the engine of patterns; tests of the core have it from here.
setPatternEngine(RE2JS);
