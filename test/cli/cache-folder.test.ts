import { expect, test } from 'vitest';
import { cacheFolder } from '../../src/features/live/live.ts';

const HOME = { HOME: '/home/juniper' };

test.each<[NodeJS.Platform, Record<string, string>, string]>([
  ['linux', HOME, '/home/juniper/.cache/edgewise'],
  ['linux', { ...HOME, XDG_CACHE_HOME: '/var/cache/juniper' }, '/var/cache/juniper/edgewise'],
  ['freebsd', { ...HOME, XDG_CACHE_HOME: '' }, '/home/juniper/.cache/edgewise'],
  ['darwin', { ...HOME, XDG_CACHE_HOME: '/elsewhere' }, '/home/juniper/Library/Caches/edgewise'],
  ['win32', { USERPROFILE: '/users/juniper' }, '/users/juniper/AppData/Local/edgewise/Cache'],
  ['win32', { ...HOME, LOCALAPPDATA: '/local' }, '/local/edgewise/Cache'],
  ['linux', { ...HOME, EDGEWISE_CACHE_DIR: 'mine' }, '/work/mine'],
  ['win32', { ...HOME, EDGEWISE_CACHE_DIR: '/mine' }, '/mine'],
])('on %s with %j: %s', (platform, env, folder) => {
  expect(cacheFolder({ platform, env, cwd: () => '/work' })).toBe(folder);
});

test('without environment variables, the home folder of the system is used', () => {
  expect(cacheFolder({ platform: 'linux', env: {}, cwd: () => '/work' })).toMatch(
    /^\/.*\/\.cache\/edgewise$/,
  );
});
