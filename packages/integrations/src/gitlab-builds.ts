import * as z from 'zod'
import { fit } from './integration.ts'

// Builds and pipelines of GitLab.

export function buildText(payload: unknown): { readonly branch: string; readonly content: string } {
  const build = fit(
    z.looseObject({
      ref: z.string(),
      build_name: z.string(),
      build_stage: z.string(),
      build_status: z.string(),
    }),
    payload,
  )
  const { build_name: name, build_stage: stage, build_status: status } = build
  return {
    branch: build.ref,
    content: `Build ${name} from ${stage} stage ${changeWords(status, 'created')}.`,
  }
}

/** `initial` is the state that a thing begins in. */
const changeWords = (status: string, initial: string): string =>
  status === initial ? 'was created' : status === 'running' ? 'started' : `changed status to ${status}`

export function pipelineText(payload: unknown): { readonly branch: string; readonly content: string } {
  const pipeline = fit(
    z.looseObject({
      object_attributes: z.looseObject({
        id: z.int(),
        ref: z.string(),
        status: z.string(),
        url: z.string().optional(),
      }),
      project: z.looseObject({ web_url: z.string() }),
      builds: z
        .array(
          z.looseObject({
            id: z.int(),
            name: z.string(),
            status: z.string(),
            artifacts_file: z.looseObject({ filename: z.string().nullish() }).nullish(),
          }),
        )
        .nullish(),
    }),
    payload,
  )
  const { id, ref, status, url } = pipeline.object_attributes
  const { web_url } = pipeline.project
  const builds = (pipeline.builds ?? []).map((build) => {
    const place = `${web_url}/-/jobs/${build.id}`
    const file = build.artifacts_file?.filename
    const artifact = file
      ? `\n  * built artifact: *${file}* [[Browse](${place}/artifacts/browse)|[Download](${place}/artifacts/download)]`
      : ''
    return `* [${build.name}](${place}) - ${build.status}${artifact}`
  })
  const head = `[Pipeline (${id})](${url ?? `${web_url}/-/pipelines/${id}`}) ${changeWords(status, 'pending')}`
  return {
    branch: ref,
    content: builds.length === 0 ? `${head}.` : `${head} with build(s):\n${builds.join('\n')}`,
  }
}
