import type { UserRecord } from '#model/records.ts'

/** The system's own bots; every organization has an account of each. */
export const systemBots = {
  notification: { key: 'notification-bot', name: 'Notification Bot' },
  welcome: { key: 'welcome-bot', name: 'Welcome Bot' },
  email: { key: 'emailgateway', name: 'Email Gateway' },
} as const

/** The addresses are the same everywhere: existing clients know them. */
export const systemBotEmail = (key: string) => `${key}@zulip.com`

const systemBotEmails: ReadonlySet<string> = new Set(
  Object.values(systemBots).map(({ key }) => systemBotEmail(key)),
)

/** Tells whether a user is one of the system's own bots. No list of users shows them. */
export function isSystemBot(user: UserRecord): boolean {
  return user.botType !== null && user.botOwnerId === null && systemBotEmails.has(user.deliveryEmail)
}
