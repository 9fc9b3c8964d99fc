import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Term } from './question.ts'

/** A word as the documents know it. */
export type Meaning = {
  /** Folded, as it is kept: usually one. */
  plain: string[]
  /** Its stems in the languages that stories are written in. */
  stems: string[]
  /** One of those words that every text has. */
  stop: boolean
  /** Words of stories that begin with it, the most used first. */
  longer: string[]
  /** In about how many stories, and in how many of their heads, it or one of these is. */
  stories: number
  heads: number
}

export type Understood = { term: Term; meanings: Meaning[] }

const MOST_LONGER = 16
/** Shorter beginnings are those of too many words. */
const SHORTEST_BEGINNING = 3

/** Asks the database what it would make of each word. A word that it makes nothing of is left out. */
export async function understand(db: Db, terms: Term[]): Promise<Understood[]> {
  if (terms.length === 0) return []
  const words = [...new Set(terms.flatMap((term) => term.words))]
  const last = terms.at(-1)
  const beginning = last?.prefix ? (last.words[0] ?? '') : ''
  const { rows } = await sql<Meaning & { word: string }>`with recursive languages as (
      (select language from story_search order by language limit 1)
      union all
      select (select language from story_search where language > languages.language order by language limit 1)
      from languages where languages.language is not null
    ), asked as (
      select word, array(select lexeme from unnest(to_tsvector('search_simple', word)) order by positions[1]) as plain
      from unnest(${words}::text[]) as given (word)
    ), meant as (
    select word, plain,
      array(select distinct lexeme from languages, unnest(to_tsvector(('search_' || language)::regconfig, word))
            where language is not null) as stems,
      exists (select from languages where language is not null
              and length(to_tsvector(('search_' || language || '_words')::regconfig, word)) = 0) as stop,
      case when word = ${beginning} and length(plain[1]) >= ${SHORTEST_BEGINNING} then array(
        select known.word from search_word as known
        where known.word ~>=~ plain[1] and known.word ~<~ (plain[1] || ${LAST_LETTER}) and known.word <> plain[1]
        order by stories desc, known.word limit ${MOST_LONGER}) else '{}' end as longer
    from asked)
    select meant.*, coalesce(stories, 0) as stories, coalesce(heads, 0) as heads
    from meant, lateral (select sum(stories)::int as stories, sum(heads)::int as heads from search_word as known
      where known.word = any (plain || stems || longer)) as used`.execute(db)
  const byWord = new Map(rows.map(({ word, ...meaning }) => [word, meaning]))
  return terms.flatMap((term) => {
    const meanings = term.words.flatMap((word) => byWord.get(word) ?? []).filter(({ plain }) => plain.length > 0)
    return meanings.length > 0 ? [{ term, meanings }] : []
  })
}

/** Comes after everything that a word can begin with. */
export const LAST_LETTER = '\u{10ffff}'
