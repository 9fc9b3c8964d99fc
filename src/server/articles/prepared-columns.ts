import type { Prepared } from './prepare.ts'

/** A prepared body as the columns that `article` and `draft` share. */
export function preparedColumns(prepared: Prepared) {
  const { html, membersHtml, plain, membersPlain, wordCount, readingMinutes } = prepared
  return {
    body: JSON.stringify(prepared.body),
    contents: JSON.stringify(prepared.contents),
    html,
    membersHtml,
    plain,
    membersPlain,
    wordCount,
    readingMinutes,
  }
}
