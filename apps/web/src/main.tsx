import { createClient } from '@tagma/client/client.ts'
import { emptyMessages } from '@tagma/sync/messages/messages.ts'
import { render } from 'preact'
import { readCopy } from '#kept/copy.ts'
import { openKept } from '#kept/database.ts'
import { keepDevice, keptDevice } from '#kept/device-storage.ts'
import { Shell } from '#screens/shell/shell.tsx'
import { deviceFrom } from '#state/device.ts'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import { type App, AppContext } from '#state/use-app.ts'
import { followAddress, openAddress } from '#wire/address-bar.ts'
import { showAppearance } from '#wire/appearance.ts'
import { connect, copyKey } from '#wire/connect.ts'
import { queueClaims } from '#wire/queue-claims.ts'

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
  retry: () => void connecting.then(({ retry }) => retry()),
}

const kept = await openKept()
const copy = readCopy(await kept.load(copyKey))
if (copy) store.set(copy.known)
followAddress(store)
keepDevice(store)
showAppearance(store)
render(
  <AppContext value={app}>
    <Shell />
  </AppContext>,
  document.body,
)
const connecting = connect(app, { kept, copy, claims: queueClaims() })
