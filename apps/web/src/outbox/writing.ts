import type { Client } from '@tagma/client/client.ts'
import { platformClock } from '@tagma/client/clock.ts'
import type { ServerEvent } from '@tagma/client/server-event.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Known } from '#state/known.ts'
import type { Store } from '#state/store.ts'
import type { Destination, TopicDestination } from './destination.ts'
import { DraftKeeper, type DraftStore } from './draft-keeper.ts'
import { draftKey } from './drafts.ts'
import { followOutbox, showEcho } from './echo.ts'
import { movedBy } from './moved.ts'
import type { OutboxEntry } from './outbox.ts'
import { renderLocally } from './render-locally.ts'
import { OutboxRunner, type OutboxStore } from './runner.ts'
import { type FileStore, uploadKey, type UploadPlace, UploadRunner, type UploadPorts } from './uploads.ts'

/** Texts that are written and not on the server yet. */
export interface Writing {
  readonly outbox: OutboxRunner
  readonly drafts: DraftKeeper
  readonly uploads: UploadRunner
  /** Names the box of a place that is on the screen. Returns a function that ends this. */
  showBox(to: UploadPlace, box: ShownBox): () => void
  /** Takes in events: messages of one's own have arrived, and what is written goes with a conversation that is moved. */
  receive(events: readonly ServerEvent[]): void
  /** Tells of conversations that move. Returns a function that ends this. */
  followMoves(listener: MoveListener): () => void
}

type MoveListener = (from: TopicDestination, to: TopicDestination) => void

/** A box on the screen. */
export interface ShownBox {
  /** Takes the link to a file that was sent. */
  append(link: string): void
  /** Hands over what is typed to the draft. */
  keep(): void
  /** Whether one is writing in it. */
  hasFocus(): boolean
  focus(): void
}

/** Texts of one account on this device. */
export interface WritingStorage {
  readonly outbox: OutboxStore
  readonly drafts: DraftStore
  readonly files: FileStore
}

interface WritingParts {
  readonly store: Store<Known>
  readonly client: Client
  readonly sendFile: UploadPorts['send']
  readonly claimFile: UploadPorts['claim']
  /** Opens what one account left on this device. */
  readonly storageOf: (userId: number) => WritingStorage
  readonly onRefused: (entry: OutboxEntry, reason: string) => void
  /** Told of the policy that a topic got because the reader wrote there, with the state before. */
  readonly onPolicy: (topic: TopicDestination, policy: number, before: State | undefined) => void
}

/** Milliseconds after which a call counts as unanswered, so that it is made again. */
const patience = 30_000

/** Takes up what an earlier page left, and keeps the store, the device and the server at one. */
export function beginWriting(parts: WritingParts): Writing {
  const { store, storageOf } = parts
  let found: (storage: WritingStorage) => void = () => {}
  const storage = new Promise<WritingStorage>((resolve) => (found = resolve))
  const outbox = outboxOf(parts, storage)
  const drafts = draftsOf(parts, storage)
  const boxes = new Map<string, ShownBox>()
  /** The place whose box gets the focus when it appears: one was writing there under another name. */
  let movedFocus: string | undefined
  const moves = new Set<MoveListener>()
  const uploads = uploadsOf(parts, storage, {
    place: placeOf(store, drafts, boxes),
    post: postOf(store, outbox),
  })
  let last = store.get()
  store.subscribe(() => {
    const known = store.get()
    const before = last
    last = known
    if (known.state && !before.state) {
      // Only now it is known who is writing.
      found(storageOf(known.state.user_id ?? 0))
      void outbox.start()
      void drafts.start().then(() => uploads.start())
    }
    if (known.messages !== before.messages)
      outbox.confirmShown((localId, id) => !known.messages.echoes.has(localId) || known.messages.byId.has(id))
    const isLive = known.connection.state === 'live'
    const becomesLive = isLive && before.connection.state !== 'live'
    // The list of an older copy lacks what was written since: it would take the text out of the box.
    if (isLive && known.state?.drafts && (becomesLive || known.state.drafts !== before.state?.drafts))
      drafts.take(known.state.drafts)
    if (!becomesLive) return
    outbox.hurry()
    uploads.hurry()
  })
  return {
    outbox,
    drafts,
    uploads,
    showBox(to, box) {
      const key = uploadKey(to)
      boxes.set(key, box)
      if (movedFocus === key) box.focus()
      movedFocus = undefined
      return () => {
        if (boxes.get(key) === box) boxes.delete(key)
      }
    },
    receive(events) {
      for (const event of events) {
        if (event.type === 'message' && event.local_message_id !== undefined)
          outbox.confirm(event.local_message_id)
        const moved = movedBy(event)
        if (!moved) continue
        const box = boxes.get(draftKey(moved.from))
        box?.keep()
        if (box?.hasFocus()) movedFocus = draftKey(moved.to)
        drafts.move(moved.from, moved.to)
        outbox.redirect(moved.from, moved.to)
        uploads.move(moved.from, moved.to)
        for (const listener of moves) listener(moved.from, moved.to)
      }
    },
    followMoves(listener) {
      moves.add(listener)
      return () => void moves.delete(listener)
    },
  }
}

/** Puts the link to a file into the box of its text, or into its draft. */
function placeOf(
  store: Store<Known>,
  drafts: DraftKeeper,
  boxes: ReadonlyMap<string, ShownBox>,
): UploadPorts['place'] {
  return (to, link) => {
    const box = boxes.get(uploadKey(to))
    const draft = to.kind === 'edit' ? to.within : to
    const written = store.get().drafts.get(draftKey(draft))?.content
    if (box) box.append(link)
    else if (to.kind === 'edit' && boxes.has(draftKey(draft))) boxes.get(draftKey(draft))?.append(link)
    else drafts.write(draft, written ? `${written}\n${link}` : link)
  }
}

/** Sends the link to a file as a message of its own. */
function postOf(store: Store<Known>, outbox: OutboxRunner): UploadPorts['post'] {
  return (to, content, localId) => {
    const { state, outbox: entries } = store.get()
    // The page before this one may have ended between handing it over and forgetting the file.
    if (entries.some((entry) => entry.localId === localId)) return
    outbox.add({ localId, queueId: state?.queue_id ?? localId, to, content, writtenAt: platformClock.now() })
  }
}

function uploadsOf(
  { store, sendFile, claimFile }: WritingParts,
  storage: Promise<WritingStorage>,
  hands: Pick<UploadPorts, 'place' | 'post'>,
): UploadRunner {
  return new UploadRunner({
    get: () => store.get().uploads,
    set: (uploads) => store.set({ uploads }),
    send: sendFile,
    kept: {
      load: async () => (await storage).files.load(),
      put: async (file) => (await storage).files.put(file),
      remove: async (id) => (await storage).files.remove(id),
    },
    claim: claimFile,
    ...hands,
  })
}

function outboxOf(
  { store, client, onRefused, onPolicy }: WritingParts,
  storage: Promise<WritingStorage>,
): OutboxRunner {
  return new OutboxRunner({
    kept: {
      load: async () => (await storage).outbox.load(),
      put: async (entry) => (await storage).outbox.put(entry),
      remove: async (localId) => (await storage).outbox.remove(localId),
    },
    clock: platformClock,
    get: () => store.get().outbox,
    set: (after) => {
      const { outbox: before, messages, state } = store.get()
      store.set({
        outbox: after,
        ...(state ? { messages: followOutbox(messages, { before, after }, state) } : {}),
      })
      for (const entry of after)
        if (!before.some(({ localId }) => localId === entry.localId)) void setEcho(store, entry)
    },
    send: async ({ to, content, localId: local_id, queueId: queue_id }) => {
      const { state } = store.get()
      const addressee = addressOf(to, state?.user_id)
      const { id, automatic_new_visibility_policy: policy } = await client.call(
        wire.sendMessage,
        { ...addressee, content, queue_id, local_id, read_by_sender: true },
        // The outbox waits by itself, and shows that it does.
        { patienceSeconds: 0, signal: AbortSignal.timeout(patience) },
      )
      if (to.kind === 'topic' && policy !== undefined) onPolicy(to, policy, state)
      return id
    },
    onRefused,
  })
}

/** Shows the echo of an entry as the server will set it. */
async function setEcho(store: Store<Known>, entry: OutboxEntry): Promise<void> {
  const { state } = store.get()
  if (!state) return
  const html = await renderLocally(entry.content, state)
  const { messages } = store.get()
  if (messages.echoes.has(entry.localId)) store.set({ messages: showEcho(messages, entry, state, html) })
}

function draftsOf({ store, client }: WritingParts, storage: Promise<WritingStorage>): DraftKeeper {
  // The page may be closed while the last words are on their way.
  const options = { keepalive: true, patienceSeconds: 0 }
  return new DraftKeeper({
    kept: {
      load: async () => (await storage).drafts.load(),
      save: async (drafts) => (await storage).drafts.save(drafts),
    },
    clock: platformClock,
    get: () => store.get().drafts,
    set: (drafts) => store.set({ drafts }),
    isSynced: () => store.get().state?.user_settings?.enable_drafts_synchronization ?? false,
    create: async (draft) => (await client.call(wire.createDrafts, { drafts: [draft] }, options)).ids[0] ?? 0,
    edit: async (draft_id, draft) => void (await client.call(wire.editDraft, { draft_id, draft }, options)),
    delete: async (draft_id) => void (await client.call(wire.deleteDraft, { draft_id }, options)),
  })
}

/** Returns the parameters that name a conversation. Notes to oneself are sent to oneself. */
export function addressOf(to: Destination, ownId = 0) {
  return to.kind === 'topic'
    ? ({ type: 'channel', to: to.channelId, topic: to.topic } as const)
    : ({ type: 'direct', to: to.userIds.length > 0 ? [...to.userIds] : [ownId] } as const)
}
