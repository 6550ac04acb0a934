import type { Message } from '@tagma/sync/messages/message.ts'
import {
  BellPlus,
  ChevronsDownUp,
  Copy,
  Eye,
  Flag,
  History,
  Link,
  Mail,
  MoveRight,
  Pencil,
  Quote,
  SmilePlus,
  Star,
  Trash,
} from 'lucide'
import type { MenuEntry } from '#parts/menu/menu.tsx'
import { t } from '#words/words.ts'
import type { MessageRights } from './message-rights.ts'

/** Actions of the entries in a message's menu. */
export type MenuActs = Readonly<
  Record<
    | 'quote'
    | 'edit'
    | 'move'
    | 'unread'
    | 'star'
    | 'remind'
    | 'react'
    | 'collapse'
    | 'copyLink'
    | 'copyText'
    | 'readers'
    | 'history'
    | 'report'
    | 'delete',
    () => void
  >
>

/** Returns the entries of a message's menu. Their order never changes; what cannot be done says why. */
export function messageMenu({ flags }: Message, rights: MessageRights, acts: MenuActs): readonly MenuEntry[] {
  const isStarred = flags.includes('starred')
  const isCollapsed = flags.includes('collapsed')
  return [
    { label: t('message.quote'), icon: Quote, keys: '>', onChoose: acts.quote },
    { label: t('message.edit'), icon: Pencil, keys: 'e', reason: rights.edit, onChoose: acts.edit },
    { label: t('message.move'), icon: MoveRight, keys: 'm', reason: rights.move, onChoose: acts.move },
    'line',
    { label: t('message.react'), icon: SmilePlus, keys: ':', onChoose: acts.react },
    {
      label: t(isStarred ? 'message.unstar' : 'message.star'),
      icon: Star,
      keys: 'Ctrl+S',
      onChoose: acts.star,
    },
    { label: t('message.unread-from-here'), icon: Mail, keys: 'Shift+U', onChoose: acts.unread },
    { label: t('message.remind'), icon: BellPlus, keys: 'Shift+B', onChoose: acts.remind },
    {
      label: t(isCollapsed ? 'message.expand' : 'message.collapse'),
      icon: ChevronsDownUp,
      keys: '-',
      onChoose: acts.collapse,
    },
    'line',
    { label: t('message.copy-link'), icon: Link, onChoose: acts.copyLink },
    { label: t('message.copy-text'), icon: Copy, keys: 'Ctrl+C', onChoose: acts.copyText },
    {
      label: t('message.who-read'),
      icon: Eye,
      keys: 'Shift+V',
      reason: rights.readers,
      onChoose: acts.readers,
    },
    {
      label: t('message.earlier'),
      icon: History,
      keys: 'Shift+H',
      reason: rights.history,
      onChoose: acts.history,
    },
    'line',
    { label: t('message.report'), icon: Flag, reason: rights.report, onChoose: acts.report },
    {
      label: t('message.delete'),
      icon: Trash,
      keys: 'Delete',
      dangerous: true,
      reason: rights.delete,
      onChoose: acts.delete,
    },
  ]
}
