import type { App } from '#state/use-app.ts'

/** Switches single-key shortcuts on or off, on this device. */
export function setSingleKeys({ store }: App, hasSingleKeys: boolean): void {
  store.set({ device: { ...store.get().device, hasSingleKeys } })
}
