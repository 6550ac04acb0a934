/** Name of a program from its User-Agent: `ZulipMobile/27.1 (Android)` gives ZulipMobile. */
export function clientName(userAgent: string): string {
  const name = /^[A-Za-z][A-Za-z0-9_.-]*/.exec(userAgent)?.[0]
  return name === undefined || name === 'Mozilla' ? 'website' : name.slice(0, 30)
}

/** Tells whether a person uses the program: its user has then read what it sends. */
export function isPersonal(client: string): boolean {
  return (
    /^(website|zulip(mobile|electron|terminal|flutter|android|ios|desktop|-?terminal)?)$/i.test(client) ||
    /mobile|desktop|terminal/i.test(client)
  )
}

/** Tells whether the program is an official app, which knows the extra emoji only as `zulip_extra_emoji`. */
export function wantsLegacyEmojiType(userAgent: string): boolean {
  return /^Zulip/i.test(userAgent)
}
