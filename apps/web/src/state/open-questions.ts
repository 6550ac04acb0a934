import type { Message } from '@tagma/sync/messages/message.ts'
import type { Messages } from '@tagma/sync/messages/messages.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import { isResolved, peopleKey, topicKey } from './conversations.ts'
import type { Known } from './known.ts'
import { peopleOf } from './people.ts'
import { remember } from './remember.ts'
import { plainText } from './snippet.ts'

/** Messages that nobody has answered, the newest first; at most one of a conversation in each list. */
export interface OpenQuestions {
  /** Direct messages and mentions that the reader has not answered. */
  readonly toAnswer: readonly Message[]
  /** Questions of the reader. */
  readonly asked: readonly Message[]
}

/** Who asks, and who answers. */
interface Sides {
  readonly ownId: number
  /** Whether nothing that somebody writes waits for an answer: bots, and people who are muted. */
  readonly asksNothing: (userId: number) => boolean
  /** Whether what somebody writes answers nothing: bots of the system, which tell of moved topics. */
  readonly answersNothing: (userId: number) => boolean
  /** Ids of messages that the reader has done with. */
  readonly done: ReadonlySet<number>
}

const none: OpenQuestions = { toAnswer: [], asked: [] }

const questions = remember(
  (
    byId: Messages['byId'],
    windows: Messages['windows'],
    ownId: number | undefined,
    people: ReturnType<typeof peopleOf>,
    muted: NonNullable<Known['state']>['muted_users'],
    answered: readonly number[],
  ): OpenQuestions => {
    if (ownId === undefined) return none
    const mutedIds = new Set(muted?.map(({ id }) => id))
    return openQuestionsOf(conversationsIn(byId, windows), {
      ownId,
      asksNothing: (id) => mutedIds.has(id) || people.get(id)?.is_bot === true,
      answersNothing: (id) => {
        const person = people.get(id)
        return person !== undefined && 'is_system_bot' in person
      },
      done: new Set(answered),
    })
  },
)

/** The open questions among the messages of this device. */
export const selectOpenQuestions = ({ state, messages, device }: Known): OpenQuestions =>
  questions(
    messages.byId,
    messages.windows,
    state?.user_id,
    peopleOf(state),
    state?.muted_users,
    device.answered,
  )

/** Whether the newest messages of all conversations are on this device. */
export const hasNewestOfAll = ({ messages }: Pick<Known, 'messages'>): boolean =>
  [...messages.windows.values()].some((window) => window.narrow.length === 0 && isUpToDate(window))

function openQuestionsOf(conversations: Iterable<readonly Message[]>, sides: Sides): OpenQuestions {
  const toAnswer: Message[] = []
  const asked: Message[] = []
  for (const messages of conversations) {
    const theirs = newestToAnswer(messages, sides)
    if (theirs) toAnswer.push(theirs)
    const own = newestAsked(messages, sides)
    if (own) asked.push(own)
  }
  const newestFirst = (a: Message, b: Message) => b.id - a.id
  return { toAnswer: toAnswer.toSorted(newestFirst), asked: asked.toSorted(newestFirst) }
}

/** Returns the newest message that waits for the reader. Takes the messages of a conversation, the newest first. */
function newestToAnswer(
  messages: readonly Message[],
  { ownId, asksNothing, done }: Sides,
): Message | undefined {
  for (const message of messages) {
    if (message.sender_id === ownId || done.has(message.id)) return undefined
    const isDirect = message.stream_id === undefined
    const hasReaction = message.reactions.some(({ user_id }) => user_id === ownId)
    // Between people, a sign at the last word ends it. In a topic it answers its own message only.
    if (isDirect && hasReaction) return undefined
    if (hasReaction || asksNothing(message.sender_id)) continue
    if (isDirect || message.flags.includes('mentioned')) return message
  }
  return undefined
}

/** Returns the newest question of the reader that nobody answered. Takes the messages of a conversation, the newest first. */
function newestAsked(
  messages: readonly Message[],
  { ownId, answersNothing, done }: Sides,
): Message | undefined {
  for (const message of messages) {
    if (done.has(message.id)) return undefined
    if (message.sender_id !== ownId) {
      if (answersNothing(message.sender_id)) continue
      return undefined
    }
    const isNote = message.stream_id === undefined && message.participants.every((id) => id === ownId)
    const hasReaction = message.reactions.some(({ user_id }) => user_id !== ownId)
    if (!isNote && !hasReaction && isQuestion(message.content)) return message
  }
  return undefined
}

/**
 * Returns the messages of each conversation, the newest first. Only messages behind which no gap can be: in a gap there
 * could be the answer. What is resolved has no open question.
 */
function conversationsIn(byId: Messages['byId'], windows: Messages['windows']): Iterable<readonly Message[]> {
  const ids = new Set<number>()
  for (const window of windows.values())
    if (isUpToDate(window) && holdsConversations(window)) for (const id of window.ids) ids.add(id)
  const conversations = new Map<string, Message[]>()
  for (const id of [...ids].toSorted((a, b) => b - a)) {
    const message = byId.get(id)
    if (!message || isResolved({ topic: message.subject })) continue
    const { stream_id, subject, participants } = message
    const key = stream_id === undefined ? peopleKey(participants) : topicKey(stream_id, subject)
    const known = conversations.get(key)
    if (known) known.push(message)
    else conversations.set(key, [message])
  }
  return conversations.values()
}

const isUpToDate = ({ hasNewest, isStale }: Window) => hasNewest && !isStale

/** Whether a window holds all newer messages of the conversations in it. A search for a sender, for one, does not. */
const holdsConversations = ({ narrow }: Window) =>
  narrow.every(({ operator, negated }) => negated !== true && ['channel', 'topic', 'dm'].includes(operator))

const innerQuote = /<blockquote>(?:(?!<blockquote>)[\s\S])*?<\/blockquote>/g
const codeBlock = /<(pre|code)\b[^>]*>[\s\S]*?<\/\1>/g
/** A question mark at the end of a word: not one within an address. */
const questionMark = /[?؟][!?؟.…"'»”’)\]]*(?:\s|$)|[？⁇⁈]/u

/** Whether a message asks something: a question mark outside of code and quotes. Takes the server's HTML. */
export function isQuestion(html: string): boolean {
  let text = html.replace(codeBlock, ' ')
  for (let before = ''; before !== text;) {
    before = text
    text = text.replace(innerQuote, ' ')
  }
  return questionMark.test(plainText(text))
}
