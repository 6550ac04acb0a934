import { createClient } from '@tagma/client/client.ts'
import { emptyMessages } from '@tagma/sync/messages/messages.ts'
import { render } from 'preact'
import { showFailure } from '#actions/show-toast.ts'
import { keepDevice, keptDevice } from '#kept/device-storage.ts'
import { writingStorage } from '#kept/writing-storage.ts'
import { beginWriting } from '#outbox/writing.ts'
import { Toasts } from '#parts/toast/toasts.tsx'
import { Shell } from '#screens/shell/shell.tsx'
import { deviceFrom } from '#state/device.ts'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import { type App, AppContext } from '#state/use-app.ts'
import { followAddress, openAddress } from '#wire/address-bar.ts'
import { showAppearance } from '#wire/appearance.ts'
import { follow } from '#wire/follow.ts'
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
  toasts: [],
})

const client = createClient({ url: '', root: '/json' })

const app: App = {
  store,
  client,
  writing: beginWriting({
    store,
    client,
    storageOf: writingStorage,
    onRefused: (_entry, reason) => showFailure(app, 'not sent', t('compose.not-sent', { reason })),
  }),
  clock: { now: () => Date.now() },
  go: openAddress,
  retry: () => following.online(),
}

followAddress(store)
keepDevice(store)
showAppearance(store)
const following = follow(app)
following.done.catch(() => undefined)
addEventListener('online', () => following.online())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') following.online()
})

render(
  <AppContext value={app}>
    <Shell />
    <Toasts />
  </AppContext>,
  document.body,
)
