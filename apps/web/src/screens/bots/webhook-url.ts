/** Parts of an address for a service. */
export interface WebhookChoices {
  /** Name of the integration. */
  readonly service: string
  /** Undefined: the bot’s default channel, or a direct message to its owner. */
  readonly channelId: number | undefined
  /** Empty: the topic that the integration chooses. */
  readonly topic: string
  /** Events that are posted. Undefined: all. */
  readonly events: readonly string[] | undefined
  /** The integration’s own fields. Empty and false ones are left out. */
  readonly options: Readonly<Record<string, string | boolean>>
}

/** Writes the address that a service calls, behind `base`, which ends without a slash. */
export function webhookUrl(base: string, key: string, choices: WebhookChoices): string {
  const { service, channelId, topic, events, options } = choices
  const query = new URLSearchParams({ api_key: key })
  if (channelId !== undefined) query.set('stream', String(channelId))
  if (topic.trim() !== '') query.set('topic', topic.trim())
  if (events) query.set('only_events', JSON.stringify(events))
  for (const [name, value] of Object.entries(options)) {
    const text = String(value).trim()
    if (value !== false && text !== '') query.set(name, text)
  }
  return `${base}/api/v1/external/${service}?${query.toString().replaceAll('+', '%20')}`
}
