import type { Message } from '@tagma/sync/messages/message.ts'
import { X } from 'lucide'
import { copyAndTell } from '#actions/copy-text.ts'
import { sourceOf } from '#actions/edit-message.ts'
import { setFlag } from '#actions/set-flag.ts'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { ToolbarKeys } from '#parts/toolbar/toolbar-keys.tsx'
import { type App, useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import type { Asked } from './asked.ts'
import type { MessageRights } from './message-rights.ts'
import { messagesOf, type Selection } from './use-selection.ts'

interface SelectionBarProps {
  readonly selection: Selection
  readonly rightsOf: (message: Message) => MessageRights
  readonly ask: (asked: Asked) => void
}

/** Says how many messages are selected, and what can be done with all of them. */
export function SelectionBar({ selection, rightsOf, ask }: SelectionBarProps) {
  const app = useApp()
  const messages = messagesOf(app, selection)
  const [first] = messages
  if (!first) return null
  const several = messages.map(({ id }) => id)
  const reasonOf = (right: 'move' | 'delete') =>
    messages.map((message) => rightsOf(message)[right]).find((reason) => reason !== undefined)
  return (
    <div class="selection-bar" role="toolbar" aria-label={t('message.selection')}>
      <ToolbarKeys />
      <strong role="status">{t('message.selected', { count: several.length })}</strong>
      <IconButton icon={X} label={t('message.end-selection')} onClick={selection.end} />
      <Tool
        label={t('message.move')}
        reason={reasonOf('move')}
        onPress={() => ask({ kind: 'move', message: first, several })}
      />
      <Tool
        label={t('message.forward')}
        reason={rightsOf(first).ask}
        onPress={() => ask({ kind: 'forward', message: first, several })}
      />
      <Tool
        label={t('message.copy')}
        reason={rightsOf(first).ask}
        onPress={() => void copyAll(app, messages)}
      />
      <Tool label={t('message.star')} onPress={() => void starAll(app, messages)} />
      <Tool
        label={t('message.delete')}
        reason={reasonOf('delete')}
        onPress={() => ask({ kind: 'delete', message: first, several })}
      />
    </div>
  )
}

interface ToolProps {
  readonly label: string
  readonly reason?: string | undefined
  readonly onPress: () => void
}

function Tool({ label, reason, onPress }: ToolProps) {
  return (
    <button
      type="button"
      class="button"
      aria-disabled={reason !== undefined}
      data-tip={reason}
      aria-description={reason}
      onClick={() => reason === undefined && onPress()}
    >
      {label}
    </button>
  )
}

/** Copies the Markdown of messages, a line between each two. */
async function copyAll(app: App, messages: readonly Message[]): Promise<void> {
  try {
    const texts = await Promise.all(messages.map(({ id }) => sourceOf(app, id)))
    await copyAndTell(app, texts.join('\n\n'), t('message.source-copied'))
  } catch (error) {
    showError(app, error)
  }
}

async function starAll(app: App, messages: readonly Message[]): Promise<void> {
  const changing = messages.filter(({ flags }) => !flags.includes('starred'))
  if (!(await setFlag(app, changing, { flag: 'starred', isSet: true }))) return
  const { byId } = app.store.get().messages
  showToast(app, {
    name: 'star',
    kind: 'status',
    text: t('message.now-starred'),
    undo: () =>
      void setFlag(
        app,
        changing.map((message) => byId.get(message.id) ?? message),
        { flag: 'starred', isSet: false },
      ),
  })
}
