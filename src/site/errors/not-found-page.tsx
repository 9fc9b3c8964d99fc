/** Never shown: the data of this page always refuses, and the error screen stands in its place. */
export default function NotFoundPage() {
  return null
}
