/*
 * Texts that are being written, as a value: one for each conversation, and one for each new topic or new conversation.
 *
 * A draft knows the text that the server has of it (`synced`). A draft with another text is to be saved. When the server's
 * text changes, too, both were changed: then the later text is shown, and the other one is offered.
 */
import type { Draft as ServerDraft, NewDraft } from '@tagma/contract/objects/draft.ts'
import { destinationKey, type Destination } from './destination.ts'

/** The conversation that a draft is for. */
export type DraftPlace =
  | Destination
  /** A topic that does not exist yet. `topic` is what is typed so far. */
  | { readonly kind: 'new topic'; readonly channelId: number; readonly topic: string }
  /** A conversation with people who are still being chosen. */
  | { readonly kind: 'new people'; readonly userIds: readonly number[] }

/** Times are in milliseconds since 1970. */
export interface Draft {
  readonly to: DraftPlace
  /** Markdown. Empty if the draft is to be deleted on the server. */
  readonly content: string
  readonly editedAt: number
  /** Id on the server. */
  readonly serverId?: number
  /** The text that the server has; empty if it has none. */
  readonly synced: string
  /** The text of a call that is under way. */
  readonly saving?: string
  /** Another text for the same place, written elsewhere. */
  readonly other?: { readonly content: string; readonly editedAt: number }
}

/** Drafts by `draftKey`. */
export type Drafts = ReadonlyMap<string, Draft>

export const noDrafts: Drafts = new Map()

/** Returns a text that is equal for the same place. A channel has one unsent new topic, whatever its title. */
export function draftKey(to: DraftPlace): string {
  if (to.kind === 'new topic') return `new ${to.channelId}`
  return to.kind === 'new people' ? 'new dm' : destinationKey(to)
}

/** Takes in what somebody wrote here. An empty text ends the draft. */
export function write(drafts: Drafts, to: DraftPlace, content: string, now: number): Drafts {
  const key = draftKey(to)
  const old = drafts.get(key)
  const text = content.trim() === '' ? '' : content
  if (old ? old.content === text && isSamePlace(old.to, to) : text === '') return drafts
  const draft: Draft = { synced: '', ...old, to, content: text, editedAt: now }
  return put(drafts, key, draft)
}

/** A call to save or to delete a draft was begun. */
export function beginSaving(drafts: Drafts, key: string): Drafts {
  const draft = drafts.get(key)
  return draft ? put(drafts, key, { ...draft, saving: draft.content }) : drafts
}

/** The call has ended. `serverId` is undefined if the server has no such draft now. */
export function endSaving(drafts: Drafts, key: string, serverId: number | undefined): Drafts {
  const draft = drafts.get(key)
  if (!draft) return drafts
  const { saving = '', serverId: _old, ...rest } = draft
  return put(drafts, key, {
    ...rest,
    ...(serverId === undefined ? {} : { serverId }),
    synced: serverId === undefined ? '' : saving,
  })
}

/** The call failed: the text is still to be saved. */
export function stopSaving(drafts: Drafts, key: string): Drafts {
  const { saving, ...draft } = drafts.get(key) ?? {}
  return saving === undefined ? drafts : new Map(drafts).set(key, draft as Draft)
}

/** Returns the drafts with texts that the server does not have. */
export function unsaved(drafts: Drafts): readonly (readonly [string, Draft])[] {
  return [...drafts].filter(([, { content, synced, saving }]) => saving === undefined && content !== synced)
}

/** Takes in the server's list. */
export function merge(drafts: Drafts, list: readonly ServerDraft[]): Drafts {
  let merged = drafts
  const seen = new Set<string>()
  // The list begins with the draft that was edited last. Further ones of the same place stay in *Later*.
  for (const there of list) {
    const to = placeOf(there)
    if (!to || seen.has(draftKey(to))) continue
    seen.add(draftKey(to))
    merged = mergeOne(merged, to, there)
  }
  const ids = new Set(list.map(({ id }) => id))
  for (const [key, { serverId, content, synced, ...draft }] of merged) {
    if (serverId === undefined || ids.has(serverId)) continue
    // It was deleted elsewhere, or sent. What was written here since then stays.
    merged =
      content === synced || content === ''
        ? without(merged, key)
        : new Map(merged).set(key, { ...draft, content, synced: '' })
  }
  return merged
}

function mergeOne(drafts: Drafts, to: DraftPlace, { id, content, timestamp }: ServerDraft): Drafts {
  const here = drafts.get(draftKey(to)) ?? drafts.get(keyOfServerId(drafts, id) ?? '')
  const key = here ? draftKey(here.to) : draftKey(to)
  const editedAt = timestamp * 1000
  if (!here) return put(drafts, key, { to, content, editedAt, serverId: id, synced: content })
  const known = { ...here, serverId: id, synced: content }
  const isNews = content !== here.synced && content !== here.saving
  if (!isNews || content === here.content)
    return here.serverId === id && here.synced === content ? drafts : put(drafts, key, known)
  if (here.content === here.synced) return put(drafts, key, { ...known, content, editedAt })
  if (here.content === '') return put(drafts, key, known)
  return editedAt > here.editedAt
    ? put(drafts, key, {
        ...known,
        content,
        editedAt,
        other: { content: here.content, editedAt: here.editedAt },
      })
    : put(drafts, key, { ...known, other: { content, editedAt } })
}

/** Shows the other text, and offers the present one. */
export function exchange(drafts: Drafts, key: string): Drafts {
  const draft = drafts.get(key)
  if (!draft?.other) return drafts
  const { content, editedAt } = draft
  return put(drafts, key, { ...draft, ...draft.other, other: { content, editedAt } })
}

/** Moves a draft with its conversation. A text that is there already stays, and the moved one is offered. */
export function move(drafts: Drafts, from: Destination, to: Destination): Drafts {
  const draft = drafts.get(draftKey(from))
  if (!draft) return drafts
  const rest = without(drafts, draftKey(from))
  const there = rest.get(draftKey(to))
  return there
    ? put(rest, draftKey(to), { ...there, other: { content: draft.content, editedAt: draft.editedAt } })
    : // The server has it under the old name.
      put(rest, draftKey(to), { ...draft, to, synced: '' })
}

/** Returns a draft as the server takes it. */
export function toServer({ to, content, editedAt }: Draft): NewDraft {
  const timestamp = Math.floor(editedAt / 1000)
  return to.kind === 'topic' || to.kind === 'new topic'
    ? { type: 'stream', to: [to.channelId], topic: to.topic, content, timestamp }
    : { type: 'private', to: [...to.userIds], topic: '', content, timestamp }
}

/** Returns what a draft of the server is for, or undefined if it has no recipient. */
export function placeOf({
  type,
  to,
  topic,
}: Pick<ServerDraft, 'type' | 'to' | 'topic'>): Destination | undefined {
  const [channelId] = to
  if (type === 'stream') return channelId === undefined ? undefined : { kind: 'topic', channelId, topic }
  return type === 'private' ? { kind: 'people', userIds: [...to].toSorted((a, b) => a - b) } : undefined
}

function put(drafts: Drafts, key: string, draft: Draft): Drafts {
  const isOver = draft.content === '' && draft.synced === '' && draft.saving === undefined && !draft.other
  if (isOver) return without(drafts, key)
  return new Map(drafts).set(key, draft)
}

function without(drafts: Drafts, key: string): Drafts {
  const rest = new Map(drafts)
  return rest.delete(key) ? rest : drafts
}

const keyOfServerId = (drafts: Drafts, id: number) =>
  [...drafts].find(([, { serverId }]) => serverId === id)?.[0]

function isSamePlace(a: DraftPlace, b: DraftPlace): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
