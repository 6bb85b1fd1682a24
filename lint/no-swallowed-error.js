/** A caught error is used: returned, logged, wrapped or thrown again. A handler that forgets it is reported. */
export const noSwallowedError = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      unbound: "This catch forgets its error. Bind it, then return, log or rethrow it.",
      unused: "This handler never uses the error it was given. Return, log or rethrow it.",
    },
  },
  create(context) {
    const isRead = (node) =>
      context.sourceCode.getDeclaredVariables(node).some((variable) => variable.references.some((use) => use.isRead()));

    const checkHandler = (handler) => {
      if (handler?.type !== "ArrowFunctionExpression" && handler?.type !== "FunctionExpression") return;
      if (!isRead(handler)) context.report({ node: handler, messageId: "unused" });
    };

    return {
      CatchClause(node) {
        if (node.param === null) context.report({ node, messageId: "unbound" });
        else if (!isRead(node)) context.report({ node, messageId: "unused" });
      },
      "CallExpression[callee.property.name='catch']": (node) => checkHandler(node.arguments[0]),
      "CallExpression[callee.property.name='then']": (node) => checkHandler(node.arguments[1]),
    };
  },
};
