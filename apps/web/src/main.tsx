import { render } from 'preact'
import { Tooltips } from '#parts/tooltip/tooltips.tsx'
import { Shell } from '#screens/shell/shell.tsx'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import { KnownContext } from '#state/use-known.ts'

const store = new Store<Known>({ state: undefined, connection: { kind: 'registering' } })

render(
  <KnownContext value={store}>
    <Shell />
    <Tooltips />
  </KnownContext>,
  document.body,
)
