import { createClient } from '@tagma/client/client.ts'
import { platformClock } from '@tagma/client/clock.ts'
import { emptyMessages } from '@tagma/sync/messages/messages.ts'
import { render } from 'preact'
import { beginDeeds } from '#actions/keep-for-later.ts'
import { hasRoomForAside } from '#actions/show-aside.ts'
import { showFailure } from '#actions/show-toast.ts'
import { withWhole } from '#kept/copy-parts.ts'
import { accountIn } from '#kept/copy.ts'
import { keepDevice, keptDevice } from '#kept/device-storage.ts'
import { fileStorage } from '#kept/file-storage.ts'
import { firstRead } from '#kept/first-read.ts'
import '#kept/first-frame.ts'
import { endLastScreen } from '#kept/last-screen.ts'
import { writingStorage } from '#kept/writing-storage.ts'
import { CommandStack } from '#keys/command-stack.ts'
import { followKeys } from '#keys/follow-keys.ts'
import { beginWriting } from '#outbox/writing.ts'
import { lazy, loadLazyParts } from '#parts/lazy.tsx'
import { Toasts } from '#parts/toast/toasts.tsx'
import { isNarrow } from '#parts/use-narrow.ts'
import { movePlace } from '#screens/conversation/places.ts'
import { Shell } from '#screens/shell/shell.tsx'
import { mainColumn } from '#state/beside.ts'
import { deviceFrom } from '#state/device.ts'
import { firstConversation, rested } from '#state/first-conversation.ts'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import { type App, AppContext } from '#state/use-app.ts'
import { followAddress, hasOpened, openAddress } from '#wire/address-bar.ts'
import { showAppearance } from '#wire/appearance.ts'
import { connect } from '#wire/connect.ts'
import { attentionBy, desktopBridge } from '#wire/desktop-bridge.ts'
import { followLanguage } from '#wire/follow-language.ts'
import { leaveForLogin } from '#wire/leave-for-login.ts'
import { presentAddress } from '#wire/present-address.ts'
import { reportPresence, windowAttention } from '#wire/report-presence.ts'
import { followSession } from '#wire/session-end.ts'
import { tabClaims } from '#wire/tab-claims.ts'
import { learn, t } from '#words/words.ts'

const Tooltips = lazy(async () => (await import('#parts/tooltip/tooltips.tsx')).Tooltips)

const device = deviceFrom(keptDevice())
const store = new Store<Known>({
  state: undefined,
  messages: emptyMessages,
  topics: new Map(),
  heard: {},
  typing: [],
  connection: { state: 'registering' },
  view: { kind: 'home' },
  main: { kind: 'home' },
  beside: [],
  keysIn: mainColumn,
  place: { kind: 'inbox' },
  filter: 'all',
  selected: new Set(),
  moving: undefined,
  lastList: { kind: 'recent' },
  aside: device.aside && hasRoomForAside() ? { tab: device.aside, takesFocus: false } : undefined,
  device,
  outbox: [],
  drafts: new Map(),
  uploads: new Map(),
  recordings: new Map(),
  toasts: [],
})

const session = followSession(store, {
  pause: () => void connecting.then(({ pause }) => pause()),
  resume: () => void connecting.then(({ resume }) => resume()),
})
const client = createClient({ url: '', root: '/json', fetch: session.fetch })

const loadSendFile = () => import('#wire/send-file.ts')

const parts: Omit<App, 'deeds'> = {
  store,
  client,
  writing: beginWriting({
    store,
    client,
    sendFile: async (file, options) =>
      (await loadSendFile()).sendFile({ client, clock: platformClock, fetch: session.fetch }, file, options),
    claimFile: tabClaims('upload').claim,
    storageOf: (userId) => ({ ...writingStorage(userId), files: fileStorage(userId) }),
    onPolicy: (...change) =>
      void import('#actions/tell-new-policy.ts').then(({ tellNewPolicy }) => tellNewPolicy(app, ...change)),
    onRefused: (_entry, reason) => showFailure(app, 'not sent', t('compose.not-sent', { reason })),
  }),
  clock: { now: () => Date.now() },
  commands: new CommandStack(),
  column: { id: mainColumn, hasKeys: () => true, element: () => document, goInMain: openAddress },
  go: openAddress,
  session,
  retry: () => void connecting.then(({ retry }) => retry()),
}

const app: App = { ...parts, deeds: beginDeeds(parts) }
app.writing.followMoves(movePlace)

// Where spectators are let in, the server shows this page to everybody: for them an address says what they want to read.
const isVisitor = accountIn(document.cookie) === 0
if (isVisitor && location.hash.length < 2) await leaveForLogin()
// Visitors have no inbox.
if (isVisitor) store.set({ place: { kind: 'recent' } })

const { kept, head, whole } = await firstRead
// A narrow screen shows the conversation first, and nothing beside it: that needs no more than the beginning of the copy.
const isBeginning = head !== undefined && isNarrow() && hasOpened(head.known, presentAddress())
if (isBeginning) store.set({ ...head.known, isPartial: true })
const reading = isBeginning ? rested().then(whole) : whole()
if (!isBeginning) store.set((await reading)?.known ?? {})
followAddress(store, (address) => showFailure(app, 'unreadable', t('shell.unreadable', { address })))
keepDevice(store)
followKeys(app.commands, store)
showAppearance(store)
followLanguage(store, (language) => {
  endLastScreen()
  render(
    // A change of language draws all of it again.
    <AppContext key={language} value={app}>
      <Shell />
      <Toasts />
      <Tooltips />
    </AppContext>,
    document.body,
  )
})
const readable = firstConversation(store)
const repeat = (work: () => void, milliseconds: number) => void setInterval(work, milliseconds)
const connected = isVisitor
  ? undefined
  : reading.then((copy) => {
      if (isBeginning) store.set({ ...(copy && withWhole(store.get(), copy.known)), isPartial: false })
      return connect(app, { kept, copy, claims: tabClaims('queue'), readable })
    })
const connecting =
  connected ??
  import('#wire/look.ts').then(({ look }) => look(app, { isSeen: windowAttention.isSeen, repeat }))
const bridge = desktopBridge()
const attention = bridge ? attentionBy(bridge, windowAttention) : windowAttention
if (!isVisitor) reportPresence(app, attention, repeat)
if (bridge)
  import('#wire/desktop-shell.ts').then(
    ({ followShell }) => followShell(app, bridge),
    () => undefined,
  )
/** Milliseconds that a quick start leaves for what one does first. */
const calm = 1500
// The first conversation comes first.
void Promise.all([readable, new Promise((resolve) => setTimeout(resolve, calm))]).then(() => {
  loadLazyParts()
    .then(loadSendFile)
    .catch(() => undefined)
  if (!connected) return
  Promise.all([import('#wire/search-index.ts'), reading, connected]).then(
    ([{ beginIndex }, copy, { isHolder, position }]) =>
      beginIndex(app, { isHolder, position, resumed: copy?.position }),
    () => undefined,
  )
  Promise.all([import('#wire/begin-telling.ts'), connected]).then(
    ([{ beginTelling }, connection]) => beginTelling(app, connection),
    () => undefined,
  )
  Promise.all([import('#actions/recorder-of.ts'), learn('voice'), connected]).then(
    ([{ recorderOf }]) => recorderOf(app).resume(),
    () => undefined,
  )
  import('#wire/keyboard-room.ts').then(
    ({ keepAboveKeyboard }) => keepAboveKeyboard(),
    () => undefined,
  )
  import('#wire/keep-shell.ts').then(
    ({ beginKeeping }) => beginKeeping(store),
    () => undefined,
  )
  import('#kept/keep-last-screen.ts').then(
    ({ keepLastScreen }) => keepLastScreen(store),
    () => undefined,
  )
})
