import * as z from 'zod'

const frame = z.looseObject({
  filename: z.string().nullish(),
  abs_path: z.string().nullish(),
  context_line: z.string().nullish(),
  pre_context: z.array(z.string().nullable()).nullish(),
  post_context: z.array(z.string().nullable()).nullish(),
})
const exception = z.looseObject({
  values: z.array(
    z.looseObject({ stacktrace: z.looseObject({ frames: z.array(frame).nullish() }).nullish() }).nullable(),
  ),
})

/** The lines around the one that failed, in the frame of a file; without the file, in the last frame that has lines. */
export function sentryTraceback(given: unknown, filename: string | undefined): string | undefined {
  const parsed = exception.safeParse(given)
  const frames = (parsed.data?.values ?? []).flatMap((value) => value?.stacktrace?.frames ?? [])
  const shown = frames.filter(({ context_line }) => Boolean(context_line))
  const found =
    shown.findLast(
      (one) => filename !== undefined && (one.filename === filename || one.abs_path === filename),
    ) ?? shown.at(-1)
  if (!found) return undefined
  const around = (lines: readonly (string | null)[] | null | undefined) =>
    (lines ?? []).map((line) => `     ${line ?? ''}`)
  return [
    ...around(found.pre_context),
    `---> ${found.context_line ?? ''}`,
    ...around(found.post_context),
  ].join('\n')
}
