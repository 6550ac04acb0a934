/** The types of bots: `bot_type` of users. Incoming webhooks can only send messages. */
export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const
