import * as z from 'zod'
import { integration, type Post, unsupported } from './integration.ts'
import { quote } from './quote.ts'
import { trelloSignature } from './signature.ts'

const named = z.looseObject({
  name: z.string().default(''),
  shortLink: z.string().optional(),
  closed: z.boolean().optional(),
})
const action = z.looseObject({
  type: z.string(),
  memberCreator: z.looseObject({ fullName: z.string() }),
  member: z.looseObject({ fullName: z.string() }).optional(),
  data: z.looseObject({
    board: named.optional(),
    card: z
      .looseObject({
        ...named.shape,
        desc: z.string().optional(),
        due: z.string().nullish(),
        idList: z.string().optional(),
      })
      .optional(),
    list: named.optional(),
    listBefore: named.optional(),
    listAfter: named.optional(),
    checklist: named.optional(),
    checkItem: z.looseObject({ name: z.string(), state: z.string().optional() }).optional(),
    label: z.looseObject({ name: z.string().default(''), color: z.string().nullish() }).optional(),
    attachment: z.looseObject({ name: z.string(), url: z.string().optional() }).optional(),
    text: z.string().optional(),
    value: z.string().optional(),
    old: z.record(z.string(), z.unknown()).optional(),
  }),
})
type Action = z.output<typeof action>

const cardLink = ({ data: { card } }: Action) =>
  card ? (card.shortLink ? `[${card.name}](https://trello.com/c/${card.shortLink})` : card.name) : 'a card'

/** The sentence after the actor's name; undefined where nothing is to be said. */
function updatedCard(done: Action): string | undefined {
  const { card, old = {}, listBefore, listAfter } = done.data
  const link = cardLink(done)
  if (listBefore && listAfter) return `moved ${link} from ${listBefore.name} to ${listAfter.name}.`
  if ('name' in old) return `renamed the card from "${String(old.name)}" to ${link}.`
  if ('desc' in old) {
    if (!card?.desc) return `removed description from ${link}.`
    return `${old.desc === '' ? 'set' : 'changed'} description for ${link} to:\n${quote(card.desc)}`
  }
  if ('due' in old) {
    if (!card?.due) return `removed the due date from ${link}.`
    return `${old.due === null ? 'set' : 'changed'} due date for ${link} to <time:${card.due}>.`
  }
  if ('closed' in old) return `${card?.closed ? 'archived' : 'reopened'} ${link}.`
  return undefined
}

const label = ({ data: { label: given, text, value } }: Action) => {
  const color = given?.color ?? value ?? ''
  const name = given?.name ?? text ?? ''
  return name === '' ? color : `${color} label with "${name}"`
}

type Sentence = (done: Action) => string | undefined

const sentences: Readonly<Record<string, Sentence>> = {
  createCard: (done) => `created ${cardLink(done)}.`,
  updateCard: updatedCard,
  copyCard: (done) => `copied ${cardLink(done)}.`,
  deleteCard: () => 'deleted a card.',
  addMemberToCard: (done) => `added ${done.member?.fullName ?? 'somebody'} to ${cardLink(done)}.`,
  removeMemberFromCard: (done) => `removed ${done.member?.fullName ?? 'somebody'} from ${cardLink(done)}.`,
  addLabelToCard: (done) => `added a ${label(done)} to ${cardLink(done)}.`,
  removeLabelFromCard: (done) => `removed a ${label(done)} from ${cardLink(done)}.`,
  addAttachmentToCard: (done) => {
    const { name = '', url = '' } = done.data.attachment ?? {}
    return `added [${name}](${url}) to ${cardLink(done)}.`
  },
  addChecklistToCard: (done) =>
    `added the ${done.data.checklist?.name ?? ''} checklist to ${cardLink(done)}.`,
  createCheckItem: (done) =>
    `added ${done.data.checkItem?.name ?? ''} to ${done.data.checklist?.name ?? ''} (${cardLink(done)}).`,
  updateCheckItemStateOnCard: (done) =>
    `${done.data.checkItem?.state === 'complete' ? 'checked' : 'unchecked'} **${done.data.checkItem?.name ?? ''}** in **${done.data.checklist?.name ?? ''}** (${cardLink(done)}).`,
  commentCard: (done) => `commented on ${cardLink(done)}:\n${quote(done.data.text ?? '')}`,
  addMemberToBoard: (done) =>
    `added ${done.member?.fullName ?? 'somebody'} to ${done.data.board?.name ?? 'the board'}.`,
  removeMemberFromBoard: (done) =>
    `removed ${done.member?.fullName ?? 'somebody'} from ${done.data.board?.name ?? 'the board'}.`,
  createList: (done) =>
    `added the ${done.data.list?.name ?? ''} list to ${done.data.board?.name ?? 'the board'}.`,
  updateBoard: (done) => {
    const { old = {}, board } = done.data
    return 'name' in old ? `renamed the board from ${String(old.name)} to ${board?.name ?? ''}.` : undefined
  },
}

const silent = new Set([
  'updateList',
  'updateChecklist',
  'updateCheckItem',
  'addToOrganizationBoard',
  'updateLabel',
  'createLabel',
  'deleteLabel',
  'voteOnCard',
  'enablePlugin',
  'disablePlugin',
])

export const trello = integration({
  name: 'trello',
  label: 'Trello',
  group: 'tracking',
  setup:
    'Trello has no page for webhooks: make one over its API (`POST /1/webhooks` with the id of the board as `idModel`) and give the address as `callbackURL`. Its secret is the one of your Power-Up: keep it with the bot.',
  events: Object.keys(sentences),
  signature: trelloSignature,
  payload: z.looseObject({ action, model: named.optional() }),
  read({ payload: { action: done, model } }): Post | [] {
    const { type } = done
    const sentence = Object.hasOwn(sentences, type) ? sentences[type] : undefined
    if (!sentence) return silent.has(type) ? [] : unsupported(type)
    const text = sentence(done)
    if (text === undefined) return []
    return {
      event: type,
      topic: done.data.board?.name || model?.name || 'Trello',
      content: `${done.memberCreator.fullName} ${text}`,
    }
  },
})
