import type { Answer } from '@tagma/contract/define.ts'
import type { getAttachments } from '@tagma/contract/endpoints/uploads/get-attachments.ts'
import type { Attachment } from '@tagma/contract/objects/attachment.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { loadSingle } from '#actions/load-single.ts'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { FetchNote } from './fetch-note.tsx'
import { FileRow } from './file-row.tsx'
import { type FileOrder, fileOrders, linkedFrom, sizeText, sortedFiles } from './file-rows.ts'
import { FilteredList } from './filtered-list.tsx'
import { type Fetched, useFetched } from './use-fetched.ts'

type Files = Pick<Answer<typeof getAttachments>, 'attachments' | 'upload_space_used'>

/** One's files: how large they are, and where they are linked. */
export function UploadedFiles() {
  const app = useApp()
  const fetched = useFiles()
  const files = fetched.value
  const [order, setOrder] = useState<FileOrder>('newest')
  const [doomed, setDoomed] = useState<Attachment>()
  const remove = async ({ id, name }: Attachment) => {
    setDoomed(undefined)
    try {
      await app.client.call(wire.removeAttachment, { attachment_id: id })
      showToast(app, { name: 'file', kind: 'status', text: t('settings.files.deleted', { name }) })
    } catch (error) {
      showError(app, error)
    }
  }
  return (
    <section class="setting-group">
      <FetchNote fetched={fetched} />
      {files && <SpaceUsed files={files} />}
      {(files?.attachments.length ?? 0) > 1 && <OrderChoice order={order} onChange={setOrder} />}
      {files && (
        <FilteredList
          label={t('settings.page.uploaded-files')}
          empty={t('settings.files.none')}
          entries={sortedFiles(files.attachments, order, locale()).map((file) => ({
            key: String(file.id),
            name: file.name,
            row: <FileRow file={file} onDelete={() => setDoomed(file)} />,
          }))}
        />
      )}
      {doomed && (
        <Question
          title={t('settings.files.question', { name: doomed.name })}
          text={t('settings.files.question-text', { count: doomed.message_ids.length })}
          action={t('settings.files.delete')}
          dangerous
          onClose={() => setDoomed(undefined)}
          onConfirm={() => void remove(doomed)}
        />
      )}
    </section>
  )
}

/** Fetches one's files, again whenever one of them changes, and the messages that link them. */
function useFiles(): Fetched<Files> {
  const app = useApp()
  return useFetched(async () => {
    const found = await app.client.call(wire.getAttachments, {})
    const { byId } = app.store.get().messages
    const unknown = found.attachments.flatMap(linkedFrom).filter((id) => !byId.has(id))
    if (unknown.length > 0) await loadSingle(app, [...new Set(unknown)])
    return found
  }, 'attachment')
}

const bytesPerMib = 1024 * 1024

/** How much of the organization's storage is used, and how much of that by oneself. */
function SpaceUsed({ files: { attachments, upload_space_used } }: { readonly files: Files }) {
  const quota = useKnown(({ state }) => state?.realm_upload_quota_mib)
  const own = sizeText(
    attachments.reduce((sum, { size }) => sum + size, 0),
    locale(),
  )
  const used = sizeText(upload_space_used, locale())
  const most = quota ? quota * bytesPerMib : undefined
  return (
    <>
      <p class="setting-note">
        {most === undefined
          ? t('settings.files.used', { own, used })
          : t('settings.files.used-of', { own, used, quota: sizeText(most, locale()) })}
      </p>
      {most !== undefined && (
        <progress
          class="files-space"
          aria-label={t('settings.files.space')}
          max={most}
          value={Math.min(upload_space_used, most)}
        />
      )}
    </>
  )
}

interface OrderChoiceProps {
  readonly order: FileOrder
  readonly onChange: (order: FileOrder) => void
}

function OrderChoice({ order, onChange }: OrderChoiceProps) {
  return (
    <label class="setting">
      <span class="setting-text">{t('settings.files.order')}</span>
      <select
        class="field"
        value={order}
        onChange={({ currentTarget: { value } }) => onChange(value as FileOrder)}
      >
        {fileOrders.map((each) => (
          <option key={each} value={each}>
            {t(`settings.files.order-${each}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
