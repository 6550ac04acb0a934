import { createClient } from '@tagma/client/client.ts'
import { emptyMessages } from '@tagma/sync/messages/messages.ts'
import { render } from 'preact'
import { keepDevice, keptDevice } from '#kept/device-storage.ts'
import { Shell } from '#screens/shell/shell.tsx'
import { deviceFrom } from '#state/device.ts'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import { type App, AppContext } from '#state/use-app.ts'
import { followAddress, openAddress } from '#wire/address-bar.ts'
import { showAppearance } from '#wire/appearance.ts'
import { follow } from '#wire/follow.ts'

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
})

const app: App = {
  store,
  client: createClient({ url: '', root: '/json' }),
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
  </AppContext>,
  document.body,
)
