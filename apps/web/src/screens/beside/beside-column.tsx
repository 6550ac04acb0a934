import { ArrowLeft, PanelLeft, X } from 'lucide'
import { useEffect, useMemo } from 'preact/hooks'
import { showToast } from '#actions/show-toast.ts'
import { backBeside, bringToMain, closeBeside, goBeside, viewBefore } from '#actions/stand-beside.ts'
import { useCommand } from '#keys/use-command.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { titleOf } from '#screens/conversation/conversation-title.ts'
import { MessagesView } from '#screens/conversation/messages-view.tsx'
import { FindHost } from '#screens/search/find-host.tsx'
import { viewAt } from '#state/addresses.ts'
import type { Beside, ConversationView } from '#state/beside.ts'
import { channelById } from '#state/channels.ts'
import { appOfColumn } from '#state/column.ts'
import { AppContext, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { BesideSeparator } from './beside-separator.tsx'

interface ColumnProps extends Beside {
  /** Whether its edge can be moved. */
  readonly hasSeparator: boolean
}

/** A conversation beside the main column, with a box, a draft and a place of reading of its own. */
export function BesideColumn({ id, view, hasSeparator }: ColumnProps) {
  const app = useApp()
  const own = useMemo(
    () =>
      appOfColumn(app, id, (address, options) => {
        const next = viewAt(app.store.get().state, address)
        if (next.kind === 'conversation') goBeside(app, id, next, options)
        else app.go(address, options)
      }),
    [app, id],
  )
  const title = useKnown(({ state }) => titleOf(state, view))
  const hasKeys = useKnown(({ keysIn }) => keysIn === id)
  return (
    <aside
      class="beside"
      aria-label={title}
      data-column={id}
      data-keys={hasKeys || undefined}
      onClick={(event) => {
        const address = addressClicked(event)
        if (address === undefined || viewAt(app.store.get().state, address).kind !== 'conversation') return
        event.preventDefault()
        own.go(address)
      }}
    >
      <AppContext value={own}>
        <Inside view={view} title={title} />
      </AppContext>
      {hasSeparator && <BesideSeparator />}
    </aside>
  )
}

/** Returns the address of a link of the page that a plain click follows. */
function addressClicked(event: MouseEvent): string | undefined {
  const { target, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || ctrlKey || metaKey || shiftKey || altKey) return undefined
  const link = target instanceof Element ? target.closest('a[href^="#"]:not([target])') : null
  return link?.getAttribute('href') ?? undefined
}

function Inside({ view, title }: { readonly view: ConversationView; readonly title: string }) {
  const app = useApp()
  const { id, element } = app.column
  useCommand('leave', () => {
    const box = document.activeElement
    if (!(box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement)) closeBeside(app, id)
    else (element().querySelector<HTMLElement>('article[tabindex="0"]') ?? box).focus({ preventScroll: true })
    return true
  })
  useLosing(view, title)
  const before = useKnown((known) => {
    const last = viewBefore(known, id)
    return last && titleOf(known.state, last)
  })
  const parts = useMemo(
    () => ({
      tools: (
        <>
          {before !== undefined && (
            <IconButton
              icon={ArrowLeft}
              label={t('beside.back', { title: before })}
              turns
              onClick={() => backBeside(app, id)}
            />
          )}
          <IconButton
            icon={PanelLeft}
            label={t('conversation.open-in-main')}
            turns
            onClick={() => bringToMain(app, id)}
          />
          <IconButton icon={X} label={t('beside.close')} onClick={() => closeBeside(app, id)} />
        </>
      ),
      announced: {
        name: t('beside.announcements', { title }),
        say: (text: string) => t('beside.said-in', { title, text }),
      },
    }),
    [app, id, title, before],
  )
  return (
    <>
      <FindHost view={view} name={t('beside.find', { title })} />
      <MessagesView view={view} beside={parts} />
    </>
  )
}

/** Closes the column when the reader may not know its channel any more. */
function useLosing({ conversation }: ConversationView, title: string): void {
  const app = useApp()
  const isLost = useKnown(
    ({ state }) => conversation.kind === 'topic' && channelById(state, conversation.channelId) === undefined,
  )
  useEffect(() => {
    if (!isLost) return
    closeBeside(app, app.column.id)
    showToast(app, { name: 'beside', kind: 'status', text: t('beside.lost', { title }) })
  }, [app, isLost])
}
