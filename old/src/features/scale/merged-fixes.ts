import type { Runtime } from '../../command.ts';
import type { SourceItem } from '../../core/document/split.ts';
import type { Finding } from '../../core/model/finding.ts';
import { configuredPaths, ignoredFiles } from '../../load/config/find.ts';
import { openSources } from '../../load/sources.ts';
import type { BegunRun } from '../../run/begin-run.ts';
import type { SharedArgs } from '../../run/flags.ts';
import { load } from '../../run/load.ts';
import { eventPaths } from '../../run/named-sources.ts';
import { keepMadeFixes, type Printed } from '../../run/printed-fixes.ts';
import type { Blob } from './blob.ts';

/** As one run of all shards tries fixes: with all files, if they are here as the shards read them. Others have no fix. */
export async function keepMergedFixes(
  findings: readonly Finding[],
  { head: { scope }, inputs }: Blob,
  { config, args, active, settings }: BegunRun<Partial<SharedArgs<'baseline'>>>,
  runtime: Runtime,
): Promise<Printed> {
  const cwd = runtime.cwd();
  const { live, events: given, workflow: workflows, status } = scope;
  const events = eventPaths({ events: given });
  const isUnnamed = scope.paths.length === 0;
  const configured = isUnnamed ? configuredPaths(config.files, cwd) : undefined;
  const sources = openSources({
    paths: configured ?? (isUnnamed ? ['.'] : scope.paths),
    events: events === 'none' ? undefined : events,
    cwd,
    stdin: runtime.stdin,
    ignores: await ignoredFiles(config, cwd, args.baseline),
  });
  const isFiles = !live && !given.includes('live') && inputs.every(([, size]) => size !== -1);
  const items: readonly SourceItem[] = isFiles ? await load(sources.items) : [];
  const isSame = JSON.stringify(sources.inputs()) === JSON.stringify(inputs);
  return keepMadeFixes(findings, isSame ? items : [], {
    status: status ?? undefined,
    workflows,
    events: events === 'none' ? 'none' : undefined,
    areAllSources: configured !== undefined,
    ...settings,
    rules: active,
  });
}
