/**
 * Returns the name of an app in the list of devices. The User-Agent `ZulipFlutter/30.0.1 (Android 16)` gives
 * `ZulipFlutter 30.0.1 (Android 16)`. One of another form is cut to 60 characters, and an empty one gives null.
 */
export function appOf(userAgent: string): string | null {
  const [, name, version, system] = /^([A-Za-z][\w.-]*)\/([\w.-]+)(?: \(([^();]+)[;)])?/.exec(userAgent) ?? []
  const app =
    name === undefined || name === 'Mozilla'
      ? userAgent
      : [name, version, system && `(${system})`].filter(Boolean).join(' ')
  // A name has no control characters.
  return (
    app
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .slice(0, longestName) || null
  )
}

const longestName = 60
