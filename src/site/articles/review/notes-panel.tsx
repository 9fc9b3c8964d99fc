import { useEffect, useState } from 'react'
import type { NoteReply, ReviewNote } from '#contract/articles/review.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { LeaveDialog } from '#site/ui/leave-dialog.tsx'
import { NoteCard } from './note-card.tsx'
import { NoteForm } from './note-form.tsx'
import { type ReplyDraft, isUnsent } from './reply-form.tsx'

type Props = {
  articleId: string
  /** Shows the passage in the text. */
  onFind(quote: string): void
  readOnly?: boolean
  /** A passage selected for a new note; a new object each time. */
  about?: { quote: string } | null
}

export default function NotesPanel({ articleId, onFind, readOnly = false, about = null }: Props) {
  const api = useApi()
  const [notes, setNotes] = useState<readonly ReviewNote[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [showsResolved, setShowsResolved] = useState(false)
  const [newNote, setNewNote] = useState('')
  // By the id of the note.
  const [replyDrafts, setReplyDrafts] = useState<ReadonlyMap<string, ReplyDraft | undefined>>(new Map())
  const params = { id: articleId }

  useEffect(() => {
    let current = true
    api('GET /api/articles/{id}/notes', { params: { id: articleId } }).then(
      (found) => current && setNotes(found),
      (error: unknown) => current && setProblem(errorMessage(error)),
    )
    return () => {
      current = false
    }
  }, [api, articleId])

  const replace = (note: ReviewNote) =>
    setNotes((before) => (before ?? []).map((one) => (one.id === note.id ? note : one)))

  async function resolve(note: ReviewNote, resolved: boolean) {
    setProblem(null)
    replace({ ...note, resolvedAt: resolved ? note.createdAt : null })
    try {
      replace(
        await api('PATCH /api/articles/{id}/notes/{note}', {
          params: { ...params, note: note.id },
          body: { resolved },
        }),
      )
    } catch (error) {
      replace(note)
      setProblem(errorMessage(error))
    }
  }

  async function remove(note: ReviewNote) {
    const before = notes
    setProblem(null)
    setNotes((notes ?? []).filter(({ id }) => id !== note.id))
    try {
      await api('DELETE /api/articles/{id}/notes/{note}', { params: { ...params, note: note.id } })
    } catch (error) {
      setNotes(before)
      setProblem(errorMessage(error))
    }
  }

  /** Rejects when it fails: the form keeps the text. */
  async function reply(note: ReviewNote, body: { id: string; text: string }) {
    replace(await api('POST /api/articles/{id}/notes/{note}/replies', { params: { ...params, note: note.id }, body }))
  }

  async function removeReply(note: ReviewNote, { id }: NoteReply) {
    setProblem(null)
    replace({ ...note, replies: note.replies.filter((one) => one.id !== id) })
    try {
      replace(
        await api('DELETE /api/articles/{id}/notes/{note}/replies/{reply}', {
          params: { ...params, note: note.id, reply: id },
        }),
      )
    } catch (error) {
      replace(note)
      setProblem(errorMessage(error))
    }
  }

  async function add(quote: string, text: string) {
    const note = await api('POST /api/articles/{id}/notes', { params, body: { quote, text } })
    setNotes((before) => [...(before ?? []), note])
  }

  const hasUnsentReply = ({ id }: ReviewNote) => isUnsent(replyDrafts.get(id))
  // A note that is resolved while its reply is being written stays until the reply is sent or cancelled.
  const isShownAsOpen = (note: ReviewNote) => note.resolvedAt === null || hasUnsentReply(note)
  const openNotes = (notes ?? []).filter(isShownAsOpen)
  const resolvedNotes = (notes ?? []).filter((note) => !isShownAsOpen(note))
  const card = (note: ReviewNote) => (
    <NoteCard
      key={note.id}
      note={note}
      readOnly={readOnly}
      draft={replyDrafts.get(note.id)}
      onDraft={(draft) => setReplyDrafts((before) => new Map(before).set(note.id, draft))}
      onFind={onFind}
      onResolve={(resolved) => void resolve(note, resolved)}
      onDelete={() => void remove(note)}
      onReply={(body) => reply(note, body)}
      onDeleteReply={(one) => void removeReply(note, one)}
    />
  )
  return (
    <section aria-label="Notes" className="grid grid-cols-1 gap-4">
      {problem && <Banner tone="danger">{problem}</Banner>}
      {notes === null && !problem && <Skeleton className="h-20 w-full rounded-md" />}
      {notes !== null && openNotes.length === 0 && (
        <p className="text-sm text-gray-600">
          {resolvedNotes.length > 0 ? 'All notes are resolved.' : 'No notes yet. Select a passage to add one.'}
        </p>
      )}
      {openNotes.length > 0 && <ul className="grid grid-cols-1 gap-3">{openNotes.map(card)}</ul>}
      {resolvedNotes.length > 0 && (
        <div>
          <Button tone="plain" size="sm" aria-expanded={showsResolved} onClick={() => setShowsResolved(!showsResolved)}>
            {showsResolved ? 'Hide' : 'Show'} {resolvedNotes.length} resolved
          </Button>
          {showsResolved && <ul className="mt-2 grid grid-cols-1 gap-3">{resolvedNotes.map(card)}</ul>}
        </div>
      )}
      {!readOnly && <NoteForm about={about} text={newNote} onText={setNewNote} onAdd={add} />}
      <LeaveDialog
        isChanged={newNote.trim() !== '' || openNotes.some(hasUnsentReply)}
        title="Leave without sending?"
        description="A note or reply on this page has not been sent. If you leave, its text is deleted."
        stay="Stay"
        leave="Leave"
      />
    </section>
  )
}
