import type { Message } from '@tagma/sync/messages/message.ts'
import {
  BellPlus,
  BellRing,
  ChevronsDownUp,
  Copy,
  Eye,
  Flag,
  Forward,
  History,
  Link,
  ListChecks,
  Mail,
  MoveRight,
  Pencil,
  Quote,
  Reply,
  ShieldQuestionMark,
  Smile,
  SmilePlus,
  Star,
  Trash,
} from 'lucide'
import { sharesLinks } from '#actions/copy-text.ts'
import type { MenuEntry } from '#parts/menu/menu.tsx'
import { t } from '#words/words.ts'
import type { MessageRights } from './message-rights.ts'

/** Actions of the entries in a message's menu, and of keys. */
export type MenuActs = Readonly<
  Record<
    | 'reply'
    | 'quote'
    | 'forward'
    | 'edit'
    | 'source'
    | 'move'
    | 'split'
    | 'unread'
    | 'star'
    | 'remind'
    | 'react'
    | 'collapse'
    | 'select'
    | 'copyLink'
    | 'copyText'
    | 'copySource'
    | 'readers'
    | 'reactions'
    | 'history'
    | 'whyTold'
    | 'report'
    | 'rights'
    | 'delete',
    () => void
  >
> & {
  /** Whether only the beginning of the message is shown. */
  readonly isFolded: boolean
}

/** Returns the entries of a message's menu. Their order never changes; what cannot be done says why. */
export function messageMenu(message: Message, rights: MessageRights, acts: MenuActs): readonly MenuEntry[] {
  return [
    ...answerEntries(rights, acts),
    'line',
    ...keepEntries(message, rights, acts),
    'line',
    ...copyEntries(rights, acts),
    ...moreEntries(message, rights, acts),
  ]
}

/** Returns the entries with which one answers a message, or changes what it says and where. */
function answerEntries(rights: MessageRights, acts: MenuActs): readonly MenuEntry[] {
  const { ask } = rights
  return [
    {
      label: t('acting.reply'),
      command: 'palette.reply',
      icon: Reply,
      turns: true,
      keys: 'r',
      onChoose: acts.reply,
    },
    {
      label: t('message.quote'),
      command: 'palette.quote',
      icon: Quote,
      turns: true,
      keys: '>',
      reason: ask,
      onChoose: acts.quote,
    },
    {
      label: t('acting.forward'),
      command: 'palette.forward',
      icon: Forward,
      turns: true,
      keys: '<',
      reason: ask,
      onChoose: acts.forward,
    },
    {
      label: t('message.edit'),
      command: 'palette.edit',
      icon: Pencil,
      keys: 'e',
      reason: rights.edit,
      onChoose: acts.edit,
    },
    {
      label: t('message.move'),
      command: 'palette.move-message',
      icon: MoveRight,
      turns: true,
      keys: 'm',
      reason: rights.move,
      onChoose: acts.move,
    },
    {
      label: t('message.select'),
      command: 'palette.select',
      icon: ListChecks,
      keys: '.',
      onChoose: acts.select,
    },
  ]
}

/** Returns the entries that mark a message for oneself, or with an emoji. */
function keepEntries({ flags }: Message, rights: MessageRights, acts: MenuActs): readonly MenuEntry[] {
  const isStarred = flags.includes('starred')
  const { ask } = rights
  return [
    {
      label: t('acting.unread-from-here'),
      command: 'palette.unread',
      icon: Mail,
      keys: 'Shift+U',
      reason: rights.unread ?? ask,
      onChoose: acts.unread,
    },
    {
      label: t(isStarred ? 'message.unstar' : 'message.star'),
      command: isStarred ? 'palette.unstar' : 'palette.star',
      icon: Star,
      keys: 'Ctrl+S',
      onChoose: acts.star,
    },
    {
      label: t('message.remind'),
      command: 'palette.remind',
      icon: BellPlus,
      keys: 'Shift+B',
      reason: ask,
      onChoose: acts.remind,
    },
    { label: t('message.react'), command: 'palette.react', icon: SmilePlus, keys: ':', onChoose: acts.react },
    {
      label: t(acts.isFolded ? 'message.expand' : 'acting.collapse'),
      command: acts.isFolded ? 'palette.expand' : 'palette.collapse',
      icon: ChevronsDownUp,
      keys: '-',
      onChoose: acts.collapse,
    },
  ]
}

/** Returns the entries that copy something of a message. */
function copyEntries({ ask }: MessageRights, acts: MenuActs): readonly MenuEntry[] {
  return [
    {
      label: t(sharesLinks() ? 'conversation.share-link' : 'acting.copy-link'),
      command: sharesLinks() ? 'palette.share-message' : 'palette.copy-message',
      icon: Link,
      onChoose: acts.copyLink,
    },
    {
      label: t('message.copy-text'),
      command: 'palette.copy-text',
      icon: Copy,
      keys: 'Ctrl+C',
      onChoose: acts.copyText,
    },
    {
      label: t('acting.copy-source'),
      command: 'palette.copy-source',
      icon: Copy,
      reason: ask,
      onChoose: acts.copySource,
    },
  ]
}

/** Returns the entries about the message's past, and those against it. */
function moreEntries({ reactions }: Message, rights: MessageRights, acts: MenuActs): readonly MenuEntry[] {
  return [
    'line',
    {
      label: t('message.who-read'),
      command: 'palette.who-read',
      icon: Eye,
      keys: 'Shift+V',
      reason: rights.readers,
      onChoose: acts.readers,
    },
    {
      label: t('acting.who-reacted'),
      command: 'palette.who-reacted',
      icon: Smile,
      reason: reactions.length === 0 ? t('acting.no-reactions') : undefined,
      onChoose: acts.reactions,
    },
    {
      label: t('message.earlier'),
      command: 'palette.earlier',
      icon: History,
      keys: 'Shift+H',
      reason: rights.history,
      onChoose: acts.history,
    },
    {
      label: t('message.why-told'),
      command: 'palette.why-told',
      icon: BellRing,
      keys: 'Shift+W',
      onChoose: acts.whyTold,
    },
    'line',
    {
      label: t('who.rights'),
      command: 'palette.message-rights',
      icon: ShieldQuestionMark,
      onChoose: acts.rights,
    },
    {
      label: t('message.report'),
      command: 'palette.report',
      icon: Flag,
      reason: rights.report,
      onChoose: acts.report,
    },
    {
      label: t('message.delete'),
      command: 'palette.delete-message',
      icon: Trash,
      keys: 'Delete',
      dangerous: true,
      reason: rights.delete,
      onChoose: acts.delete,
    },
  ]
}
