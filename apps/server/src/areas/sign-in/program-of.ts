/** Browsers by a mark in their User-Agent. The order counts: many carry the marks of others. */
const browsers = [
  [/ZulipElectron\//, 'Desktop app'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const

/**
 * Names a browser and its system for people who look at the list of their sessions: `Firefox on Linux`. Another program
 * has the beginning of its User-Agent.
 */
export function programOf(userAgent: string): string {
  const named = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([mark]) => mark.test(userAgent))?.[1]
  const browser = named(browsers)
  const system = named(systems)
  if (browser === undefined) return userAgent.slice(0, 40) || 'Unknown program'
  return system === undefined ? browser : `${browser} on ${system}`
}
