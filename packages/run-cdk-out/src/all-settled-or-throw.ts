/** Like Promise.all, but throws a failure only after both have ended: the other may still open something to close. */
export async function allSettledOrThrow<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}
