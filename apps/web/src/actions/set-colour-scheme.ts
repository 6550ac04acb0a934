import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'

/** Chooses light (3), dark (2) or as the device has it (1), on all devices of the account. */
export async function setColourScheme({ store, client }: App, scheme: 1 | 2 | 3): Promise<void> {
  const before = store.get().state
  if (!before?.user_settings) return
  const show = (color_scheme: 1 | 2 | 3 | undefined) => {
    const { state } = store.get()
    if (state?.user_settings)
      store.set({
        state: {
          ...state,
          user_settings: { ...state.user_settings, color_scheme } as typeof state.user_settings,
        },
      })
  }
  show(scheme)
  try {
    await client.call(wire.updateSettings, { color_scheme: scheme })
  } catch {
    show(before.user_settings.color_scheme)
  }
}
