/**
 * Names an app for the list of its person's devices: `ZulipFlutter 30.0.1 (Android 16)`, from a User-Agent such as
 * `ZulipFlutter/30.0.1 (Android 16)`. Another program has the beginning of its User-Agent; null without one.
 */
export function appOf(userAgent: string): string | null {
  const [, name, version, system] = /^([A-Za-z][\w.-]*)\/([\w.-]+)(?: \(([^();]+)[;)])?/.exec(userAgent) ?? []
  const app =
    name === undefined || name === 'Mozilla'
      ? userAgent
      : [name, version, system && `(${system})`].filter(Boolean).join(' ')
  // Control characters are none of a name.
  return (
    app
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .slice(0, longestName) || null
  )
}

const longestName = 60
