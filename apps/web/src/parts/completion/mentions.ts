import { type Fit, fitOf, folded } from './match.ts'
import { best, type Suggestion } from './suggestion.ts'

/** A person as completion needs one. */
export interface Mentionable {
  readonly userId: number
  readonly name: string
  /** Shown beside the name, such as the address. */
  readonly detail: string
  /** Further texts that find the person: the address, profile fields. */
  readonly aliases: readonly string[]
  readonly avatarUrl: string | null | undefined
  readonly isBot: boolean
}

export interface MentionableGroup {
  /** As it is written: `role:moderators` for a system group. */
  readonly name: string
  readonly label: string
  readonly detail: string
  /** The reason why one may not mention it. */
  readonly reason?: string
}

export interface Wildcard {
  readonly name: string
  readonly detail: string
}

/** Everything that can be mentioned where one writes. Make it once for many keys: it is prepared at first use. */
export interface MentionSources {
  readonly people: readonly Mentionable[]
  readonly groups: readonly MentionableGroup[]
  /** Names that mean everybody here: `all`, `topic`. */
  readonly wildcards: readonly Wildcard[]
  /** People of the conversation, the last one who wrote first. */
  readonly participants: readonly number[]
  /** People who get the message without being mentioned, as subscribers of the channel do. */
  readonly readers: ReadonlySet<number>
  /** People with direct conversations, the newest first. */
  readonly recent: readonly number[]
}

type Candidate =
  | {
      readonly kind: 'person'
      readonly names: readonly string[]
      readonly person: Mentionable
      readonly nearness: number
    }
  | {
      readonly kind: 'group'
      readonly names: readonly string[]
      readonly group: MentionableGroup
      readonly nearness: number
    }
  | {
      readonly kind: 'wildcard'
      readonly names: readonly string[]
      readonly wildcard: Wildcard
      readonly nearness: number
    }

/** How near something is to the conversation; lower is nearer. Steps between leave room for the order inside. */
const nearness = {
  participant: 0,
  reader: 1000,
  wildcard: 1500,
  group: 1600,
  recent: 2000,
  other: 4000,
} as const

/** Returns who and what is meant by `query`, the likeliest first. */
export function suggestMentions(
  sources: MentionSources,
  query: string,
  { isSilent }: { readonly isSilent: boolean },
): Suggestion[] {
  const asked = folded(query)
  const { candidates, equalNames } = prepared(sources)
  const found = best(candidates, (candidate) => {
    // A silent mention tells nobody, so there is no silent mention of everybody.
    if (isSilent && candidate.kind === 'wildcard') return undefined
    let fit: Fit | undefined
    for (const name of candidate.names) {
      const other = fitOf(asked, name)
      if (other !== undefined && (fit === undefined || other < fit)) fit = other
    }
    if (fit === undefined) return undefined
    // The whole name is meant, wherever the person is. Otherwise the nearest come first, and inside of a name last.
    return [fit === 0 && asked !== '' ? 0 : 1, fit === 3 ? 1 : 0, candidate.nearness, fit]
  })
  return found.map((candidate) => suggestionOf(candidate, equalNames, isSilent))
}

function suggestionOf(candidate: Candidate, equalNames: ReadonlySet<string>, isSilent: boolean): Suggestion {
  const sign = isSilent ? '@_' : '@'
  if (candidate.kind === 'wildcard') {
    const { name, detail } = candidate.wildcard
    return { key: `all ${name}`, label: name, detail, insert: `@**${name}** `, picture: { kind: 'group' } }
  }
  if (candidate.kind === 'group') {
    const { name, label, detail, reason } = candidate.group
    return {
      key: `group ${name}`,
      label,
      detail,
      insert: `${sign}*${name}* `,
      picture: { kind: 'group' },
      ...(reason === undefined ? {} : { reason }),
    }
  }
  const { userId, name, detail, avatarUrl, isBot } = candidate.person
  const written = equalNames.has(name.toLowerCase()) ? `${name}|${userId}` : name
  return {
    key: `person ${userId}`,
    label: name,
    detail,
    insert: `${sign}**${written}** `,
    picture: { kind: 'person', userId, url: avatarUrl, isBot },
  }
}

interface Prepared {
  readonly candidates: readonly Candidate[]
  /** Names, in lower case, that do not say by themselves which person is meant. */
  readonly equalNames: ReadonlySet<string>
}

const memory = new WeakMap<MentionSources, Prepared>()

function prepared(sources: MentionSources): Prepared {
  const known = memory.get(sources)
  if (known) return known
  const made = prepare(sources)
  memory.set(sources, made)
  return made
}

const foldedNames = new WeakMap<Mentionable, readonly string[]>()

/** Returns the texts that find a person, as they are compared. They are made once, and not for each word. */
function namesOf(person: Mentionable): readonly string[] {
  const known = foldedNames.get(person)
  if (known) return known
  const names = [person.name, ...person.aliases].map(folded)
  foldedNames.set(person, names)
  return names
}

function prepare({ people, groups, wildcards, participants, readers, recent }: MentionSources): Prepared {
  const placeIn = (ids: readonly number[]) => new Map(ids.map((id, index) => [id, index]))
  const speaking = placeIn(participants)
  const known = placeIn(recent)
  const nearnessOf = ({ userId, isBot }: Mentionable) => {
    const bot = isBot ? 500 : 0
    const spoken = speaking.get(userId)
    if (spoken !== undefined) return nearness.participant + Math.min(spoken, 400) + bot
    const met = Math.min(known.get(userId) ?? 400, 400)
    if (readers.has(userId)) return nearness.reader + met + bot
    return (known.has(userId) ? nearness.recent : nearness.other) + met + bot
  }
  const names = new Set<string>(wildcards.map(({ name }) => name))
  const equalNames = new Set<string>()
  for (const { name } of people) {
    const key = name.toLowerCase()
    if (names.has(key)) equalNames.add(key)
    names.add(key)
  }
  const candidates: Candidate[] = [
    ...people.map((person) => ({
      kind: 'person' as const,
      names: namesOf(person),
      person,
      nearness: nearnessOf(person),
    })),
    ...wildcards.map((wildcard) => ({
      kind: 'wildcard' as const,
      names: [folded(wildcard.name)],
      wildcard,
      nearness: nearness.wildcard,
    })),
    ...groups.map((group) => ({
      kind: 'group' as const,
      names: [folded(group.label), folded(group.name)],
      group,
      nearness: nearness.group,
    })),
  ]
  return { candidates, equalNames }
}
