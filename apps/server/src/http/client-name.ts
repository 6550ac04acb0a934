/** The name of a program from its User-Agent: `ZulipMobile/27.1 (Android)` is ZulipMobile. */
export function clientName(userAgent: string): string {
  const name = /^[A-Za-z][A-Za-z0-9_.-]*/.exec(userAgent)?.[0]
  return name === undefined || name === 'Mozilla' ? 'website' : name.slice(0, 30)
}

/** Whether a program is used by a person, so that its user has read what they send. */
export function isPersonal(client: string): boolean {
  return (
    /^(website|zulip(mobile|electron|terminal|flutter|android|ios|desktop|-?terminal)?)$/i.test(client) ||
    /mobile|desktop|terminal/i.test(client)
  )
}

/** Whether the program knows the built-in extra emoji as `zulip_extra_emoji` only: the official apps. */
export function wantsLegacyEmojiType(userAgent: string): boolean {
  return /^Zulip/i.test(userAgent)
}
