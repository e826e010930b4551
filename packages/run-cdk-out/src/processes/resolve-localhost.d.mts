/** Import this for its side effect: names below `localhost` resolve to this machine in the importing process. */
export {};
