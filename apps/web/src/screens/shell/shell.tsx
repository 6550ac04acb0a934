import { useEffect, useRef, useState } from 'preact/hooks'
import { loadRecent } from '#actions/load-recent.ts'
import { afterPaint } from '#parts/after-paint.ts'
import { lazy } from '#parts/lazy.tsx'
import { isNarrow as isOneColumn, useNarrow } from '#parts/use-narrow.ts'
import { ConnectionBar } from '#screens/connection/connection-bar.tsx'
import { MoveHost } from '#screens/conversation/move-host.tsx'
import { ShortcutsHost } from '#screens/help/shortcuts-host.tsx'
import { ConversationList } from '#screens/lists/conversation-list.tsx'
import { PaletteHost } from '#screens/palette/palette-host.tsx'
import { Places } from '#screens/places/places.tsx'
import { StatusHost } from '#screens/status/status-host.tsx'
import { asideSubject } from '#state/aside.ts'
import { hasFirstSteps } from '#state/first-steps.ts'
import { hasOneConversation } from '#state/one-conversation.ts'
import { isSpectator } from '#state/spectator.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn, t } from '#words/words.ts'
import { FocusInMain } from './focus-in-main.tsx'
import { FootBar } from './foot-bar.tsx'
import { Main } from './main-column.tsx'
import { PageCommands } from './page-commands.tsx'
import { type Pane, paneOf } from './pane.ts'
import { SignOutHost } from './sign-out-host.tsx'

const Aside = lazy(async () => {
  await learn('aside', 'channels')
  return (await import('#screens/aside/aside.tsx')).Aside
})
const BesideColumns = lazy(async () => {
  await learn('beside')
  return (await import('#screens/beside/beside-columns.tsx')).BesideColumns
})
const ColumnKeys = lazy(async () => (await import('./column-keys.tsx')).ColumnKeys)
const OverPage = lazy(async () => (await import('./over-page.tsx')).OverPage)
const SettingsMenu = lazy(async () => {
  await learn('settings')
  return (await import('#screens/settings/settings-menu.tsx')).SettingsMenu
})
const OrganizationPages = lazy(async () => {
  await learn('organization')
  return (await import('#screens/organization/organization-pages.tsx')).OrganizationPages
})
const SearchColumn = lazy(
  async () => {
    await learn('search')
    return (await import('#screens/search/search-column.tsx')).SearchColumn
  },
  { takesKeys: true },
)

/** Width of search results, whose lines are longer than titles. In rem. */
const searchWidth = 25

/** The page: places, the list of conversations, and the conversation that is open. */
export function Shell() {
  const isReady = useKnown(({ state }) => state !== undefined)
  if (!isReady) return <Starting />
  return <Columns />
}

/** Whether to draw all columns. At first, a narrow screen draws only the conversation that is open: the others are out of sight. */
function useWhole(pane: Pane): boolean {
  const [isWhole, setWhole] = useState(() => pane !== 'main' || !isOneColumn())
  const isPartial = useKnown((known) => known.isPartial === true)
  useEffect(() => (isPartial ? undefined : afterPaint(() => setWhole(true))), [isPartial])
  return isWhole || pane !== 'main'
}

function Starting() {
  return (
    <div class="starting" role="status">
      <span class="mark" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
        <i />
      </span>
      <span class="hidden-visually">{t('shell.loading')}</span>
    </div>
  )
}

function Columns() {
  const app = useApp()
  const isVisitor = useKnown(isSpectator)
  const place = useKnown((known) => known.place)
  // Who has first steps finds them on a narrow screen, too.
  const isFirst = useKnown(
    (known) => (known.view.kind === 'home' || known.view.kind === 'inbox') && hasFirstSteps(known),
  )
  const pane = useKnown(({ view }) => (isFirst ? 'main' : paneOf(view)))
  const { placesWidth, listWidth, asideWidth, besideShare } = useKnown(({ device }) => device)
  const isWhole = useWhole(pane)
  const isNarrow = useNarrow()
  const isSingle = useKnown(hasOneConversation)
  const menu = useKnown(({ view }) =>
    view.kind === 'settings' || view.kind === 'organization' ? view.kind : undefined,
  )
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  const page = useRef<HTMLDivElement>(null)
  const hasRecent = useKnown(({ messages }) => messages.windows.size > 0)
  useEffect(() => {
    if (isLive && !hasRecent) loadRecent(app).catch(() => undefined)
  }, [app, isLive, hasRecent])
  return (
    <div
      ref={page}
      class="shell"
      data-pane={pane}
      data-place={place.kind}
      style={{
        '--places-width': `${placesWidth}rem`,
        '--list-width': `${place.kind === 'search' ? Math.max(listWidth, searchWidth) : listWidth}rem`,
        '--aside-width': `${asideWidth}rem`,
        '--beside-share': `${besideShare / 100}fr`,
      }}
      data-first={isFirst || undefined}
      data-single={(isSingle && menu === undefined) || undefined}
    >
      {isWhole && <Places />}
      {isWhole && (
        // On a narrow screen, the list fills it while no conversation is open.
        <div class="list-column" role={isNarrow ? 'main' : undefined}>
          {menu !== undefined && !isNarrow ? (
            menu === 'settings' ? (
              <SettingsMenu />
            ) : (
              <OrganizationPages />
            )
          ) : place.kind === 'search' ? (
            <SearchColumn terms={place.terms} />
          ) : (
            <ConversationList place={place} />
          )}
        </div>
      )}
      <Main />
      {isWhole && <BesideColumns />}
      <AsideOfMain />
      <FocusInMain />
      <FootBar />
      <ConnectionBar />
      {isWhole && <ColumnKeys page={page} />}
      <PageCommands />
      <OverPage page={page} isVisitor={isVisitor} />
      <Hosts />
      <a class="drawer-shade" href="#inbox" tabIndex={-1} aria-hidden="true" />
    </div>
  )
}

/** Dialogs that keys, menus and the palette open over the page. */
function Hosts() {
  const isVisitor = useKnown(isSpectator)
  return (
    <>
      <MoveHost />
      <PaletteHost />
      <ShortcutsHost />
      {!isVisitor && <StatusHost />}
      <SignOutHost />
    </>
  )
}

/** The aside of the open conversation. A component of its own, so that another conversation draws only it again. */
function AsideOfMain() {
  const aside = useKnown((known) => known.aside)
  const subject = useKnown(({ main }) => asideSubject(main))
  return aside && subject ? <Aside {...aside} view={subject} /> : null
}
