import type { Draft } from '#outbox/drafts.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { showToast } from './show-toast.ts'

/** Throws a draft away. It can be brought back for a moment. */
export function discardDraft(app: App, { to, content }: Draft): void {
  app.writing.drafts.end(to)
  showToast(app, {
    name: 'draft',
    kind: 'status',
    text: t('later.draft-deleted'),
    undo: () => app.writing.drafts.write(to, content),
  })
}
