import { Fitting } from './fitting.ts'
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
  /** The reason why the writer may not use it here. */
  readonly reason?: string
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
  | { readonly kind: 'person'; readonly names: readonly string[]; readonly person: Mentionable }
  | { readonly kind: 'group'; readonly names: readonly string[]; readonly group: MentionableGroup }
  | { readonly kind: 'wildcard'; readonly names: readonly string[]; readonly wildcard: Wildcard }

/** How near something is to the conversation; lower is nearer. Steps between leave room for the order inside. */
const nearness = {
  participant: 0,
  reader: 1000,
  wildcard: 1500,
  group: 1600,
  recent: 2000,
  other: 4000,
} as const
/** More than the nearness of anything. */
const farthest = 10_000

/** Returns who and what is meant by `query`, the likeliest first. */
export function suggestMentions(
  sources: MentionSources,
  query: string,
  { isSilent }: { readonly isSilent: boolean },
): Suggestion[] {
  const asked = folded(query)
  const { candidates, everybody, nearnessOf, isEqualName } = prepared(sources)
  const fitting: Candidate[] = []
  const found = best([...everybody.candidates(asked), ...candidates], (candidate) => {
    // A silent mention tells nobody, so there is no silent mention of everybody.
    if (isSilent && candidate.kind === 'wildcard') return undefined
    let fit: Fit | undefined
    for (const name of candidate.names) {
      const other = fitOf(asked, name)
      if (other !== undefined && (fit === undefined || other < fit)) fit = other
      if (fit === 0) break
    }
    if (fit === undefined) return undefined
    if (candidate.kind === 'person') fitting.push(candidate)
    // The whole name is meant, wherever the person is. Otherwise the nearest come first, and inside of a name last.
    const kind = (fit === 0 && asked !== '' ? 0 : 2) + (fit === 3 ? 1 : 0)
    return (kind * farthest + nearnessOf(candidate)) * 4 + fit
  })
  everybody.keep(asked, fitting)
  return found.map((candidate) => suggestionOf(candidate, isEqualName, isSilent))
}

function suggestionOf(
  candidate: Candidate,
  isEqualName: (name: string) => boolean,
  isSilent: boolean,
): Suggestion {
  const sign = isSilent ? '@_' : '@'
  if (candidate.kind === 'wildcard') {
    const { name, ...more } = candidate.wildcard
    return { key: `all ${name}`, label: name, insert: `@**${name}** `, picture: { kind: 'group' }, ...more }
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
  const written = isEqualName(name) ? `${name}|${userId}` : name
  return {
    key: `person ${userId}`,
    label: name,
    detail,
    insert: `${sign}**${written}** `,
    picture: { kind: 'person', userId, url: avatarUrl, isBot },
  }
}

interface Prepared {
  /** People who are compared letter after letter. */
  readonly everybody: Fitting<Candidate>
  /** Everything but people. */
  readonly candidates: readonly Candidate[]
  readonly nearnessOf: (candidate: Candidate) => number
  /** Whether a name does not say by itself which person is meant. */
  readonly isEqualName: (name: string) => boolean
}

const memory = new WeakMap<MentionSources, Prepared>()

function prepared(sources: MentionSources): Prepared {
  const known = memory.get(sources)
  if (known) return known
  const made = prepare(sources)
  memory.set(sources, made)
  return made
}

interface Everybody {
  readonly fitting: Fitting<Candidate>
  /** Names of more than one, in lower case. */
  readonly equalNames: ReadonlySet<string>
}

const everybodyOf = new WeakMap<readonly Mentionable[], Everybody>()

/** Prepares people once, and not for each word: there may be ten thousand. Called early, it leaves nothing to do for a key. */
export function prepareEverybody(people: readonly Mentionable[]): Everybody {
  const known = everybodyOf.get(people)
  if (known) return known
  const names = new Set<string>()
  const equalNames = new Set<string>()
  const candidates = people.map((person): Candidate => {
    const key = person.name.toLowerCase()
    if (names.has(key)) equalNames.add(key)
    names.add(key)
    return { kind: 'person', names: [person.name, ...person.aliases].map(folded), person }
  })
  const made = { fitting: new Fitting(candidates), equalNames }
  everybodyOf.set(people, made)
  return made
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
  const { fitting, equalNames } = prepareEverybody(people)
  const wildcardNames = new Set(wildcards.map(({ name }) => name.toLowerCase()))
  return {
    everybody: fitting,
    candidates: [
      ...wildcards.map((wildcard) => ({
        kind: 'wildcard' as const,
        names: [folded(wildcard.name)],
        wildcard,
      })),
      ...groups.map((group) => ({
        kind: 'group' as const,
        names: [folded(group.label), folded(group.name)],
        group,
      })),
    ],
    nearnessOf: (candidate) =>
      candidate.kind === 'person' ? nearnessOf(candidate.person) : nearness[candidate.kind],
    isEqualName: (name) => equalNames.has(name.toLowerCase()) || wildcardNames.has(name.toLowerCase()),
  }
}
