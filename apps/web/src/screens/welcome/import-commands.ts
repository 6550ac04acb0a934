/** The chats that a team may come from, the commonest first. */
export const chatSources = [
  'slack',
  'teams',
  'zulip',
  'mattermost',
  'rocket-chat',
  'discord',
  'elsewhere',
] as const
export type ChatSource = (typeof chatSources)[number]

interface SourceFacts {
  /** Page of the guide. */
  readonly guide: string
  /** Usual name of the archive. */
  readonly archive: string
  /** Whether the archive does not say who owns it. */
  readonly needsOwner?: true
  /** Whether the archive has no name for the organization. */
  readonly needsName?: true
}

const facts: Readonly<Record<ChatSource, SourceFacts>> = {
  slack: { guide: 'from-slack', archive: 'slack-export.zip', needsName: true },
  teams: { guide: 'from-teams', archive: 'teams-export.zip', needsOwner: true, needsName: true },
  zulip: { guide: 'importing', archive: 'zulip-export.tar.gz' },
  mattermost: { guide: 'from-mattermost', archive: 'mattermost-export.zip' },
  'rocket-chat': { guide: 'from-rocket-chat', archive: 'rocket-chat.tar.gz' },
  discord: { guide: 'from-discord', archive: 'discord-export', needsOwner: true },
  elsewhere: { guide: 'from-elsewhere', archive: 'messages.csv', needsOwner: true, needsName: true },
}

/** Returns the commands for a source: one that only looks, and one that imports. */
export function importCommands(
  source: ChatSource,
  { email, name }: { readonly email: string; readonly name: string },
): { readonly guide: string; readonly lines: readonly string[] } {
  const { guide, archive, needsOwner, needsName } = facts[source]
  const command = [
    `tagma import ${archive}`,
    ...(needsOwner ? [`--owner ${quoted(email || 'you@example.com')}`] : []),
    ...(needsName ? [`--name ${quoted(name || 'Our team')}`] : []),
  ].join(' ')
  return { guide, lines: [`${command} --dry-run`, `${command} --subdomain team`] }
}

/** Writes a word for a shell: names have spaces, and whatever else people like. */
const quoted = (word: string): string =>
  /^[\w.@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
