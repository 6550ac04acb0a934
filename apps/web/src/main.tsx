import { createClient } from '@tagma/client/client.ts'
import { platformClock } from '@tagma/client/clock.ts'
import { emptyMessages } from '@tagma/sync/messages/messages.ts'
import { render } from 'preact'
import { showFailure } from '#actions/show-toast.ts'
import { ownCopy, readCopy } from '#kept/copy.ts'
import { openKept } from '#kept/database.ts'
import { keepDevice, keptDevice } from '#kept/device-storage.ts'
import { writingStorage } from '#kept/writing-storage.ts'
import { CommandStack } from '#keys/command-stack.ts'
import { followKeys } from '#keys/follow-keys.ts'
import { beginWriting } from '#outbox/writing.ts'
import { loadLazyParts } from '#parts/lazy.tsx'
import { Toasts } from '#parts/toast/toasts.tsx'
import { Tooltips } from '#parts/tooltip/tooltips.tsx'
import { Shell } from '#screens/shell/shell.tsx'
import { deviceFrom } from '#state/device.ts'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import { type App, AppContext } from '#state/use-app.ts'
import { followAddress, openAddress } from '#wire/address-bar.ts'
import { showAppearance } from '#wire/appearance.ts'
import { connect, copyKey } from '#wire/connect.ts'
import { queueClaims } from '#wire/queue-claims.ts'
import { reportPresence, windowAttention } from '#wire/report-presence.ts'
import { sendFile } from '#wire/send-file.ts'
import { t } from '#words/words.ts'

const store = new Store<Known>({
  state: undefined,
  messages: emptyMessages,
  topics: new Map(),
  typing: [],
  connection: { state: 'registering' },
  view: { kind: 'home' },
  place: { kind: 'inbox' },
  lastChannel: undefined,
  device: deviceFrom(keptDevice()),
  outbox: [],
  drafts: new Map(),
  uploads: new Map(),
  toasts: [],
})

const client = createClient({ url: '', root: '/json' })

const app: App = {
  store,
  client,
  writing: beginWriting({
    store,
    client,
    sendFile: (file, options) => sendFile({ client, clock: platformClock, fetch }, file, options),
    storageOf: writingStorage,
    onRefused: (_entry, reason) => showFailure(app, 'not sent', t('compose.not-sent', { reason })),
  }),
  clock: { now: () => Date.now() },
  commands: new CommandStack(),
  go: openAddress,
  retry: () => void connecting.then(({ retry }) => retry()),
}

const kept = await openKept()
const copy = ownCopy(readCopy(await kept.load(copyKey)), document.cookie)
if (copy) store.set(copy.known)
followAddress(store)
keepDevice(store)
followKeys(app.commands, store)
showAppearance(store)
render(
  <AppContext value={app}>
    <Shell />
    <Toasts />
    <Tooltips />
  </AppContext>,
  document.body,
)
const connecting = connect(app, { kept, copy, claims: queueClaims() })
reportPresence(app, windowAttention, (work, milliseconds) => setInterval(work, milliseconds))
// The first conversation comes first.
setTimeout(() => void loadLazyParts().catch(() => undefined), 1500)
