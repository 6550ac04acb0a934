import { ArrowLeft } from 'lucide'
import type { ComponentChildren } from 'preact'
import { Icon } from '#parts/icon.tsx'
import { t } from '#words/words.ts'

interface PageHeadProps {
  readonly title: string
  /** The address that the arrow of a narrow screen leads to. */
  readonly back: string
  /** Stands before the title. */
  readonly sign?: ComponentChildren
  /** Actions of the page. */
  readonly children?: ComponentChildren
}

/** The heading of a page in the third column. */
export function PageHead({ title, back, sign, children }: PageHeadProps) {
  return (
    <header class="page-head">
      <a class="button-icon narrow-only" data-back href={back} aria-label={t('shell.back')}>
        <Icon of={ArrowLeft} turns />
      </a>
      {sign}
      <h1 class="page-title" dir="auto">
        {title}
      </h1>
      {children}
    </header>
  )
}
