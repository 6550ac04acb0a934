import { useTimes } from '#parts/messages/use-times.ts'

/** Returns how this reader sees a moment: its day and time. */
export const useMoment = (): ((seconds: number) => string) => useTimes().moment
