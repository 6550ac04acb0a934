import { quote, quoteBelow } from './quote.ts'

// The texts that all integrations for code have in common.

/** Most commits that a push lists. */
const mostCommits = 20

export interface Commit {
  readonly id: string
  readonly url: string
  readonly message: string
  readonly author: string
}

/** Joins names: `X, Y and Z`. */
export const joined = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`

export const shortHash = (hash: string): string => hash.slice(0, 11)

/** Name of a branch or a tag in a ref such as `refs/heads/main`. */
export const nameOfRef = (ref: string): string => ref.replace(/^refs\/(heads|tags)\//, '')

/** Tells whether a branch is among those of the option `branches`: names with commas between them; empty means all. */
export const isWantedBranch = (branches: string, branch: string): boolean =>
  branches.trim() === '' || branches.split(',').some((name) => name.trim() === branch)

/** The authors of commits with the number of theirs, those with most first. */
function authorsOf(commits: readonly Commit[]): (readonly [name: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const { author } of commits) counts.set(author, (counts.get(author) ?? 0) + 1)
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}

function committers(actor: string, commits: readonly Commit[]): string {
  const authors = authorsOf(commits)
  if (authors.every(([name]) => name === actor)) return ''
  const named = authors.slice(0, 3).map(([name, count]) => `${name} (${count})`)
  const others = authors.slice(3).reduce((sum, [, count]) => sum + count, 0)
  return ` Commits by ${joined(others > 0 ? [...named, `others (${others})`] : named)}.`
}

/** The commits as a list. `total` is their number where the service leaves some out. */
export function commitList(commits: readonly Commit[], total = commits.length): string {
  const shown = commits.slice(0, mostCommits)
  const lines = shown.map(
    ({ id, url, message }) => `* ${message.split('\n', 1)[0] ?? ''} ([${shortHash(id)}](${url}))`,
  )
  const more = total - shown.length
  return [...lines, ...(more > 0 ? [`[and ${more} more ${commitWord(more)}]`] : [])].join('\n')
}

const commitWord = (count: number) => (count === 1 ? 'commit' : 'commits')

/** A push to a branch. */
export interface Push {
  readonly actor: string
  readonly branch: string
  /** Address that compares the branch with what it was. */
  readonly compareUrl?: string | undefined
  readonly commits: readonly Commit[]
  readonly total?: number | undefined
  readonly isForced?: boolean
  /** Follows the name of the branch: ` of [repository](address)`. */
  readonly place?: string
}

export function pushText({ actor, branch, compareUrl, commits, total, isForced, place = '' }: Push): string {
  const verb = isForced ? 'force pushed' : 'pushed'
  const pushed = compareUrl === undefined ? verb : `[${verb}](${compareUrl})`
  if (commits.length === 0) return `${actor} ${pushed} the branch ${branch}${place}.`
  const count = total ?? commits.length
  const list = commitList(commits, count)
  return `${actor} ${pushed} ${count} ${commitWord(count)} to branch ${branch}${place}.${committers(actor, commits)}\n\n${list}`
}

const punctuation = /[!-/:-@[-`{-~]$/

/** A push or removal of a tag. */
export function tagText(actor: string, tag: string, isRemoved: boolean, url?: string): string {
  const name = url === undefined ? tag : `[${tag}](${url})`
  return `${actor} ${isRemoved ? 'removed' : 'pushed'} tag ${name}${punctuation.test(tag) ? '' : '.'}`
}

export const releaseText = (actor: string, action: string, name: string, url: string, tag: string): string =>
  `${actor} ${action} release [${name}](${url}) for tag ${tag}.`

/** A pull request or an issue. */
export interface Thing {
  /** `PR`, `MR`, `issue`. */
  readonly type: string
  readonly number: number | string
  readonly title: string
  readonly url: string
}

/** Topic of a pull request or an issue. */
export const thingTopic = (repository: string, { type, number, title }: Omit<Thing, 'url'>): string =>
  `${repository} / ${type} #${number} ${title}`

/** Links to a thing. Where the topic says nothing of it, the link carries the title. */
export const thingLink = ({ type, number, title, url }: Thing, hasTopic: boolean): string =>
  `[${type} #${number}${hasTopic ? ` ${title}` : ''}](${url})`

/** An act on a pull request or an issue. */
export interface Act {
  readonly actor: string
  readonly action: string
  readonly thing: Thing
  readonly hasTopic: boolean
  readonly branches?: { readonly head: string; readonly base: string } | undefined
  readonly assignees?: readonly string[]
  readonly reviewers?: readonly string[]
  /** Quoted below. */
  readonly text?: string | null | undefined
}

export function actText({
  actor,
  action,
  thing,
  hasTopic,
  branches,
  assignees = [],
  reviewers = [],
  text,
}: Act): string {
  const main = [
    `${actor} ${action} ${thingLink(thing, hasTopic)}`,
    ...(branches ? [`from \`${branches.head}\` to \`${branches.base}\``] : []),
    ...(assignees.length > 0 ? [`(assigned to ${joined(assignees)})`] : []),
    ...(reviewers.length > 0 ? [`(assigned reviewers: ${joined(reviewers)})`] : []),
  ]
  return main.join(' ') + ending({ endsInTitle: hasTopic && main.length === 1, title: thing.title, text })
}

/** `:` and the quoted text, or a full stop. A title that ends in punctuation needs neither mark. */
function ending({
  endsInTitle,
  title,
  text,
}: {
  endsInTitle: boolean
  title: string
  text: string | null | undefined
}) {
  const hasMark = endsInTitle && punctuation.test(title)
  return text ? `${hasMark ? '' : ':'}${quoteBelow(text)}` : hasMark ? '' : '.'
}

/** A comment on a commit. */
export const commitCommentText = (
  actor: string,
  action: string,
  hash: string,
  url: string,
  text: string,
): string => `${actor} ${action} on [${shortHash(hash)}](${url}):\n${quote(text)}`

/** Who was assigned to a thing, or is no longer. */
export function assignedText(
  act: Pick<Act, 'actor' | 'thing' | 'hasTopic'>,
  isAssigned: boolean,
  person: string,
): string {
  const { actor, thing, hasTopic } = act
  const verb = isAssigned ? `assigned ${person} to` : `unassigned ${person} from`
  return `${actor} ${verb} ${thingLink(thing, hasTopic)}${hasTopic && punctuation.test(thing.title) ? '' : '.'}`
}
