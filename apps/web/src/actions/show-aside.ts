import type { AsideTab } from '#state/aside.ts'
import type { App } from '#state/use-app.ts'

/** Windows that have room for the aside. */
export const roomForAside = '(width >= 90em)'

/** Whether the window is wide enough for the aside to stand beside the conversation. Elsewhere it lies over it. */
export const hasRoomForAside = (): boolean => matchMedia(roomForAside).matches

/** Shows a part of the aside, or none. Where there is room, the device remembers it. */
export function showAside({ store }: App, tab: AsideTab | undefined, takesFocus = !hasRoomForAside()): void {
  const { device } = store.get()
  store.set({
    aside: tab && { tab, takesFocus },
    ...(hasRoomForAside() ? { device: { ...device, aside: tab } } : {}),
  })
}
