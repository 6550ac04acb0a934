/** Whether nothing should move by itself: the system or this device's settings want that. */
export const wantsCalm = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.hasAttribute('data-calm')
