import { fitOf, folded } from '#parts/completion/match.ts'

export interface FilteredProps {
  /** Letters that names have to fit, folded; empty for all. */
  readonly asked: string
}

/** Whether a name fits letters that were typed; `asked` has them folded. */
export const fits = (asked: string, name: string): boolean =>
  asked === '' || fitOf(asked, folded(name)) !== undefined
