/** Runs test files in the order of jest's arguments. By default jest begins with the slowest ones. */
export default class GivenOrder {
  /**
   * @template {{ readonly path: string }} Test
   * @param {readonly Test[]} tests
   */
  sort(tests) {
    const place = ({ path }) => process.argv.findIndex((argument) => path.endsWith(`/${argument}`));
    return [...tests].sort((one, other) => place(one) - place(other));
  }

  /** Jest calls this to remember which tests failed, which has no effect here. */
  cacheResults() {}
}
