import type { Files } from '@tagma/importers/files.ts'
import type { Losses } from '@tagma/importers/losses.ts'
import type { ReadOptions } from '@tagma/importers/read-options.ts'
import type { ImportRecord } from '@tagma/importers/record.ts'
import { isSlack, readSlack } from '@tagma/importers/slack/read-slack.ts'
import type { Sorter } from '@tagma/importers/sorter.ts'
import { isZulip, readZulip } from '@tagma/importers/zulip/read-zulip.ts'

/** A product whose archives can be imported. */
export interface ArchiveKind {
  readonly title: string
  /** Files by which one knows it, in words. */
  readonly signs: string
  isIn(files: Files): boolean
  read(files: Files, sorter: Sorter, options: ReadOptions, losses: Losses): AsyncIterable<ImportRecord>
}

/** All kinds, by the names that `--from` takes. */
export const archiveKinds: Readonly<Record<string, ArchiveKind>> = {
  zulip: {
    title: 'Zulip',
    signs: 'realm.json',
    isIn: isZulip,
    read: (files, _, __, losses) => readZulip(files, losses),
  },
  slack: {
    title: 'Slack',
    signs: 'users.json and channels.json',
    isIn: isSlack,
    read: readSlack,
  },
}
